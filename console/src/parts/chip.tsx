import type { ReactNode } from "react";
import { t } from "../base/language/language.ts";

interface ChipProps {
  /** What the filter compares, for example "Customer". */
  readonly label: string;
  readonly children: ReactNode;
  clear(): void;
}

/** A filter that is applied, with a button that removes it. */
export function Chip({ label, children, clear }: ChipProps) {
  return (
    <span className="chip">
      {label}: <b dir="auto">{children}</b>
      <button type="button" aria-label={t("Remove the filter {label}", { label })} onClick={clear}>
        ×
      </button>
    </span>
  );
}
