import type { FileColumn, PreviewRow } from "../../../api/import-preview.ts";
import { count } from "../../../base/format.ts";
import { t } from "../../../base/language/language.ts";
import { sentText } from "../../../base/language/sent.ts";
import { Mark } from "../../../parts/outcome.tsx";
import { hidden, Table } from "../../../parts/table.tsx";
import { isAsGiven, memberOf, storedWords } from "./read-words.ts";

type Read = FileColumn & { readonly as: string };

/** A cell as the file has it; below it what is stored, if that differs. */
function ReadCell({ row: { given, record, reject }, column }: { row: PreviewRow; column: Read }) {
  const text = given[column.name] ?? "";
  if (reject && (reject.column === column.as || reject.column === column.name))
    return (
      <Mark outcome="failed">
        <span dir="auto">{text || t("empty")}</span>
      </Mark>
    );
  const value = memberOf(record, column.as);
  if (!record || isAsGiven(text, value)) return <span dir="auto">{text}</span>;
  return (
    <>
      <span className="of-file" dir="auto">
        {text || t("empty")}
      </span>
      {hidden(t("is read as"))}
      <ins dir="auto">{storedWords(value) ?? t("nothing")}</ins>
    </>
  );
}

const reasons = {
  head: t("Rejected"),
  cell: ({ reject }: PreviewRow) =>
    reject && <span dir="auto">{[reject.column, sentText(reject.reason)].filter(Boolean).join(" ")}</span>,
  className: "why",
};

interface PreviewRowsProps {
  readonly rows: readonly PreviewRow[];
  readonly columns: readonly FileColumn[];
}

/** The first rows as they will be read. */
export function PreviewRows({ rows, columns }: PreviewRowsProps) {
  const read = columns.filter((column): column is Read => column.as !== null);
  if (rows.length === 0 || read.length === 0) return null;
  return (
    <div>
      <h4>{t("First {rows, plural, one {row} other {# rows}}", { rows: rows.length })}</h4>
      <p className="muted xs">
        {t("Each value as the file has it, and below it what is stored if that differs.")}
      </p>
      <Table
        caption={t("First rows as they will be read")}
        className="asread"
        wide
        items={rows}
        keyOf={({ line }) => line}
        columns={[
          { head: t("Line"), cell: ({ line }) => count(line) },
          ...read.map((column) => ({
            head: (
              <>
                <code dir="auto">{column.name}</code>
                {column.as !== column.name && <span className="sub">{column.as}</span>}
              </>
            ),
            cell: (row: PreviewRow) => <ReadCell row={row} column={column} />,
          })),
          ...(rows.some(({ reject }) => reject) ? [reasons] : []),
        ]}
      />
    </div>
  );
}
