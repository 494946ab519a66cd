import { downloadFile } from "../../api/download.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { type Column, hidden, Table } from "../../parts/table.tsx";
import type { Paper } from "./paper-queries.ts";
import { kindNames } from "./paper-words.ts";

interface PaperTableProps {
  readonly caption: string;
  readonly items: readonly Paper[];
  /** Columns after the number. */
  readonly columns?: readonly Column<Paper>[];
}

/** Papers with their files. The sum of a credit note is below zero. */
export function PaperTable({ caption, items, columns = [] }: PaperTableProps) {
  const signed = ({ kind, gross_minor, currency }: Paper) =>
    price(kind === "credit_note" ? -gross_minor : gross_minor, currency);
  return (
    <Table
      caption={caption}
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { head: t("Number"), cell: ({ number }) => number },
        { head: t("Kind"), cell: ({ kind }) => kindNames[kind] },
        ...columns,
        { head: t("Issued"), cell: ({ issued_at }) => day(issued_at) },
        { head: t("Month"), cell: ({ month }) => month },
        { head: t("With tax"), cell: signed, figures: true },
        { head: hidden(t("Files")), cell: (paper) => <Files paper={paper} />, figures: true },
      ]}
    />
  );
}

function Files({ paper: { id, kind, number } }: { paper: Paper }) {
  const name = `${kind.replace("_", "-")}-${number}`;
  const of = <span className="vh"> {t("of {number}", { number })}</span>;
  return (
    <span className="actions">
      <Button look="text" onPress={() => downloadFile(`/papers/${id}/pdf`, `${name}.pdf`, "application/pdf")}>
        <T text="PDF{of}" of={of} />
      </Button>
      <Button
        look="text"
        onPress={() => downloadFile(`/papers/${id}`, `paper-${number}.json`, "application/json")}
      >
        <T text="JSON{of}" of={of} />
      </Button>
    </span>
  );
}
