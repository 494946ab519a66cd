import { useState } from "react";
import { saveBlob } from "../../api/download.ts";
import { t } from "../../base/language/language.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** The button that closes them, once they are saved. */
  readonly action?: string;
  close(): void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, action = t("Hide codes"), close }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false);
  const text = codes.join("\n");
  const download = () => saveBlob("recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }));
  return (
    <>
      <div role="status" aria-label={t("Recovery codes")}>
        <ul className="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <p className="actions note">
        <Button onPress={() => copyText(text)}>{t("Copy codes")}</Button>
        <Button onPress={download}>{t("Download as text")}</Button>
      </p>
      <p className="sm muted note">
        {t(
          "Each works once, with your password, if you lose your phone or passkey. You cannot see them again.",
        )}
      </p>
      <label className="check">
        <input type="checkbox" checked={isSaved} onChange={() => setSaved(!isSaved)} />
        <span>{t("I saved the codes")}</span>
      </label>
      <p className="actions note">
        <Button disabled={!isSaved} onPress={close}>
          {action}
        </Button>
      </p>
    </>
  );
}
