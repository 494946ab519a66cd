import type { Import } from "../../../api/datasets.ts";
import type { ImportPreview } from "../../../api/import-preview.ts";
import { count } from "../../../base/format.ts";
import { t } from "../../../base/language/language.ts";

function tableWords(delimiter: string | null): string {
  if (delimiter === ";") return t("A CSV file with semicolons");
  if (delimiter === "\t") return t("A CSV file with tabs");
  if (delimiter === "|") return t("A CSV file with vertical bars");
  return t("A CSV file");
}

function formatWords({ format, delimiter, sheet }: ImportPreview): string {
  if (format === "xlsx")
    return sheet === null ? t("An Excel workbook") : t("An Excel workbook, sheet {sheet}", { sheet });
  if (format === "json") return t("A JSON list");
  return format === "ndjson" ? t("JSON, one record per line") : tableWords(delimiter);
}

const usualEncoding = /^utf-?8$/i;

function fileWords(preview: ImportPreview): string {
  const file = formatWords(preview);
  const { encoding, format } = preview;
  if (format === "xlsx" || usualEncoding.test(encoding)) return file;
  return t("{file}, encoded as {encoding}", { file, encoding });
}

/** What a validation has found, in one sentence. */
export function foundWords({ state, summary, rejects }: Import, preview: ImportPreview): string {
  const file = fileWords(preview);
  if (preview.question) return t("{file}: one question before it can be imported", { file });
  if (preview.required.length > 0) return t("{file}: a required column is missing", { file });
  if (state !== "done" || !summary) return t("{file}: it cannot be imported", { file });
  const { rows_read: rows, rows_accepted: accepted } = summary;
  if (accepted === rows)
    return t("{file}: {rows, plural, one {# row will be imported} other {# rows, all will be imported}}", {
      file,
      rows,
    });
  return t(
    "{file}: {rows, plural, one {# row} other {# rows}}; {accepted} will be imported, {rejected} rejected",
    { file, rows, accepted: count(accepted), rejected: count(rejects?.rows ?? rows - accepted) },
  );
}

/** Where the columns of a file come from, in one sentence. */
export function mappingWords({ mapping }: ImportPreview): string {
  if (!mapping) return t("Its columns have the documented names.");
  if (!mapping.proposed) return t("Its columns are read as you have chosen.");
  return mapping.title === null
    ? t("Its columns were recognized by their usual names.")
    : t("Its columns were recognized: {title}.", { title: mapping.title });
}
