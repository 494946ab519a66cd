import { type ReactNode, useEffect, useRef } from "react";
import type { Import } from "../../../api/datasets.ts";
import type { ImportPreview } from "../../../api/import-preview.ts";
import { t } from "../../../base/language/language.ts";
import { Button } from "../../../parts/button.tsx";
import { Mark } from "../../../parts/outcome.tsx";
import { foundWords } from "./found-words.ts";

/** A result takes the focus that a control lost when it was disabled or left. */
export function Focused({ children }: { readonly children: ReactNode }) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) result.current?.focus();
  }, []);
  return (
    <div ref={result} tabIndex={-1} className="focused">
      {children}
    </div>
  );
}

/** What a validation has found. */
export function Found({ done, preview }: { readonly done: Import; readonly preview: ImportPreview }) {
  const isWaiting = preview.question !== null || preview.required.length > 0;
  return (
    <h3 className="found">
      <Mark outcome={done.state === "done" ? "ok" : isWaiting ? "blocked" : "failed"}>
        {foundWords(done, preview)}
      </Mark>
    </h3>
  );
}

interface ImportButtonProps {
  readonly done: Import;
  /** Why it cannot be pressed, beyond what the validation shows. */
  readonly fault: string | undefined;
  begin(): unknown;
}

/** Imports the rows that a validation has accepted; nothing if it refused the file. */
export function ImportButton({ done: { state, summary }, fault, begin }: ImportButtonProps) {
  if (state !== "done" || !summary) return null;
  const rows = summary.rows_accepted;
  return (
    <p className="actions">
      <Button look="primary" onPress={begin} unavailable={rows === 0 ? t("No row can be imported.") : fault}>
        {t("Import {rows, plural, one {# row} other {# rows}}", { rows })}
      </Button>
    </p>
  );
}
