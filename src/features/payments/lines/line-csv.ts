import { digitsOf } from "../../../base/format/currencies.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { bodyOf, type PaperBody } from "../../papers/paper-body.ts";
import type { LineOutput } from "./shown-lines.ts";

export const csvColumns = [
  "date",
  "number",
  "reference",
  "customer_number",
  "customer",
  "company",
  "country",
  "vat_id",
  "description",
  "net",
  "vat_rate",
  "vat",
  "total",
  "currency",
  "method",
  "state",
  "corrects",
] as const;

type Cells = Readonly<Record<(typeof csvColumns)[number], string | number>>;

/** A row for each rate of each line's invoice or credit note; one without them for a line that has none. */
export async function csvRows(db: Queries, lines: readonly LineOutput[]): Promise<Cells[]> {
  // What is more or less than the invoice's total has no invoice, such as a part that is due.
  const bodies = await readBodies(
    db,
    lines.flatMap(({ paper_id }) => paper_id ?? []),
  );
  return lines.flatMap((line) => {
    const body = line.paper_id === null ? undefined : bodies.get(line.paper_id);
    const common = {
      date: line.at.slice(0, 10),
      number: line.number ?? "",
      reference: line.reference,
      customer_number: line.account_id ?? "",
      customer: line.customer,
      company: body?.buyer?.company ?? line.company ?? "",
      country: body?.buyer?.country ?? "",
      vat_id: body?.buyer?.tax_id ?? "",
      currency: line.currency,
      method: line.method ?? "",
      state: line.state,
      corrects: line.corrects ?? "",
    };
    const amount = (minor: number) => minor / 10 ** digitsOf(line.currency);
    const rest = body ? Math.abs(line.minor) - body.totals.gross_minor : 0;
    const sign = line.minor < 0 ? -1 : 1;
    const plain = (minor: number) => ({
      ...common,
      description: line.description,
      net: "",
      vat_rate: "",
      vat: "",
      total: amount(minor),
    });
    if (!body) return [plain(line.minor)];
    const rows = body.vat_breakdown.map(({ rate, category, taxable_minor, tax_minor }) => ({
      ...common,
      description: namesOf(body, rate, category),
      net: amount(sign * taxable_minor),
      vat_rate: rate / 100,
      vat: amount(sign * tax_minor),
      total: amount(sign * (taxable_minor + tax_minor)),
    }));
    return rest === 0 ? rows : [...rows, plain(sign * rest)];
  });
}

const namesOf = ({ lines }: PaperBody, rate: number, category: string): string =>
  lines
    .filter((one) => one.vat_rate === rate && one.vat_category === category)
    .map(({ name }) => name)
    .join("; ");

async function readBodies(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, PaperBody>> {
  const rows = await db.all<{ id: string; body: string }>(
    sql`select id, body from paper where id in (${list(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, bodyOf(row)]));
}
