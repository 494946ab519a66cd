import { useState } from "react";
import { t } from "../base/language/language.ts";
import { copyText } from "../base/toast.ts";
import { Button } from "./button.tsx";

/** A test key is longer than others, and as wide when it is masked. */
const bulletsMax = 29;

function bullets(key: string): string {
  const hidden = Math.min(bulletsMax, Math.max(0, key.length - 13));
  return `${key.slice(0, 8)}${"•".repeat(hidden)}${key.slice(-5)}`;
}

/** A key, masked until it is shown; the copy is complete. */
export function KeyRow({ secret, label, shown = false }: { secret: string; label: string; shown?: boolean }) {
  const [open, setOpen] = useState(shown);
  return (
    <div className="key">
      <output aria-label={label}>{open ? secret : bullets(secret)}</output>
      <Button onPress={() => setOpen(!open)} aria-pressed={open}>
        {open ? t("Hide") : t("Show")}
      </Button>
      <Button onPress={() => copyText(secret, t("Key copied"))}>{t("Copy")}</Button>
    </div>
  );
}
