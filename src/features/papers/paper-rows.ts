import { uuidv7 } from "../../base/ids.ts";
import type { Queries } from "../../database/database.ts";
import { raw, sql } from "../../database/sql.ts";
import { issuedRows } from "../../decisions/issued-rows.ts";
import type { Listed } from "../../entities/list.ts";
import { integer, orNull, text, word } from "../../entities/stored.ts";
import { columnsOf, type Row, type RowOf, Table } from "../../entities/table.ts";
import { numberOf } from "./number-gaps.ts";
import type { PaperBody } from "./paper-body.ts";
import { writeOrderKey } from "./paper-orders.ts";

export const paperKinds = ["invoice", "credit_note", "statement"] as const;

const listed = {
  id: text,
  kind: word(...paperKinds),
  number: text,
  accountId: text,
  currency: text,
  netMinor: integer,
  taxMinor: integer,
  grossMinor: integer,
  issuedAt: integer,
  /** The month of the supply, such as `2026-11`, UTC; for a credit note, that of its issue. */
  month: text,
  /** The ID of the invoice that it corrects: of a credit note, and of an invoice that takes one back. */
  corrects: orNull(text),
};

export const papers = new Table({
  name: "paper",
  as: "p",
  key: ["id"],
  members: { ...listed, series: text, subscriptionId: orNull(text), paymentId: orNull(text), body: text },
});

/** An issued paper. Amounts are minor units; those of a credit note are positive too. */
export type Paper = RowOf<typeof listed>;
export type StoredPaper = Row<typeof papers>;

/** Papers without their bodies. */
export const listedPapers: Listed<Paper> = {
  from: papers.from,
  columns: columnsOf(listed, "p"),
  all: (db, statement) => db.all<Paper>(statement),
};

export const findPaper = (db: Queries, id: string): Promise<StoredPaper | undefined> => papers.find(db, id);

/** The credit note of an invoice that was issued last. */
export const findLastCreditNote = (db: Queries, invoiceId: string): Promise<Paper | undefined> =>
  db.get<Paper>(sql`
    select ${listedPapers.columns} from ${papers.from} where corrects = ${invoiceId} and kind = 'credit_note'
    order by issued_at desc, length(number) desc, number desc limit 1`);

/** What a new paper has before its number. */
export interface NewPaper extends Omit<Paper, "id" | "number"> {
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
  /** Its body, once its number is known. */
  body(number: string): PaperBody;
}

/** Papers stay, those of erased accounts too: they must be kept for years. */
export const papersIssued = issuedRows({
  name: "paper",
  shown: "papers issued",
  table: "paper",
  continueNumbers: (tx, { series, last }) =>
    tx.run(sql`
      insert into paper_counter (series, last) values (${series!}, ${last!})
      on conflict (series) do update set last = excluded.last where excluded.last > paper_counter.last`),
});

/**
 * Numbers and stores a paper. The counter's row stays locked until the transaction ends, so that a rollback leaves no
 * gap; what follows must lock nothing that another transaction locks before its paper.
 */
export async function storePaper(tx: Queries, paper: NewPaper): Promise<Paper> {
  const series = new Date(paper.issuedAt).toISOString().slice(0, 4);
  const id = uuidv7(paper.issuedAt);
  const counter = await tx.get<{ last: number }>(sql`
    insert into paper_counter (series, last) values (${series}, 1)
    on conflict (series) do update set last = paper_counter.last + 1 returning last`);
  const number = numberOf(series, counter!.last);
  const { body, subscriptionId, paymentId, ...rest } = paper;
  const issued: Paper = { id, number, ...rest };
  const made = body(number);
  const row = { ...issued, series, subscriptionId, paymentId, body: JSON.stringify(made) };
  const isNew = await papersIssued.issue(tx, papers.stored(row), { series, last: counter!.last });
  if (!isNew) throw new Error(`paper ${number} is there already`);
  await writeOrderKey(tx, id, made.order_reference);
  return issued;
}

/** The sum of papers that correct an invoice: what credit notes credit, less what invoices take back of it. */
const corrected = (column: "gross_minor" | "tax_minor") =>
  sql`cast(coalesce(sum(case when kind = 'credit_note' then ${raw(column)} else -${raw(column)} end), 0) as bigint)`;

/** What the papers that correct an invoice have credited of it, with tax. */
export async function sumCredited(
  db: Queries,
  invoiceId: string,
): Promise<{ readonly grossMinor: number; readonly taxMinor: number }> {
  return (await db.get<{ grossMinor: number; taxMinor: number }>(sql`
    select ${corrected("gross_minor")} as "grossMinor", ${corrected("tax_minor")} as "taxMinor"
    from paper where corrects = ${invoiceId}`))!;
}

/** Locks an invoice until the transaction ends, and sums what was credited of it, with tax. */
export async function lockCredited(
  tx: Queries,
  invoiceId: string,
): Promise<{ readonly grossMinor: number; readonly taxMinor: number }> {
  await tx.run(sql`update paper set corrects = corrects where id = ${invoiceId}`);
  return sumCredited(tx, invoiceId);
}
