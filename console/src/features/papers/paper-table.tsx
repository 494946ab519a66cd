import { downloadFile } from "../../api/download.ts";
import { day } from "../../base/format.ts";
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
        { head: "Number", cell: ({ number }) => number },
        { head: "Kind", cell: ({ kind }) => kindNames[kind] },
        ...columns,
        { head: "Issued", cell: ({ issued_at }) => day(issued_at) },
        { head: "Month", cell: ({ month }) => month },
        { head: "With tax", cell: signed, figures: true },
        { head: hidden("Files"), cell: (paper) => <Files paper={paper} />, figures: true },
      ]}
    />
  );
}

function Files({ paper: { id, kind, number } }: { paper: Paper }) {
  const name = `${kind.replace("_", "-")}-${number}`;
  const of = <span className="vh"> of {number}</span>;
  return (
    <span className="actions">
      <Button look="text" onPress={() => downloadFile(`/papers/${id}/pdf`, `${name}.pdf`, "application/pdf")}>
        PDF{of}
      </Button>
      <Button
        look="text"
        onPress={() => downloadFile(`/papers/${id}`, `paper-${number}.json`, "application/json")}
      >
        JSON{of}
      </Button>
    </span>
  );
}
