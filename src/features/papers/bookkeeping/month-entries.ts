import { monthRange } from "../../../base/durations.ts";
import { dateIn } from "../../../base/format/words.ts";
import { nextTurn } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { given } from "../../../running/ports.ts";
import { bodyOf, type PaperBody } from "../paper-body.ts";
import { papers, type StoredPaper } from "../paper-rows.ts";
import { type MovedMoney, movedMoney, type Time } from "../ports.ts";

/**
 * One posting of a month: a paper's sums of one VAT rate, or money that moved. Amounts are minor units; those of credit
 * notes and refunds are below zero.
 */
export interface Entry {
  /** The day, UTC: `2026-11-12`. */
  readonly date: string;
  readonly kind: "invoice" | "credit_note" | MovedMoney["kind"];
  /** The number of the paper; `""` without one. */
  readonly number: string;
  /** The buyer's order; of money, what its transfer names. */
  readonly reference: string;
  readonly accountId: string;
  readonly buyer: string;
  readonly country: string;
  readonly taxId: string;
  /** Null for money that moved. */
  readonly vat: {
    readonly category: string;
    /** Hundredths of a percent. */
    readonly rate: number;
    readonly netMinor: number;
    readonly taxMinor: number;
  } | null;
  readonly grossMinor: number;
  readonly currency: string;
  /** Where money came from or went; null for papers. */
  readonly by: "bank" | "card" | null;
  readonly method: string;
  readonly providerId: string;
  /** The number of the invoice that a paper corrects; else `""`. */
  readonly corrects: string;
}

const issuedIn = ({ from, to }: Time): Sql =>
  sql`issued_at >= ${from} and issued_at < ${to} and kind <> 'statement'`;

export const countIssuedIn = (db: Queries, time: Time): Promise<number> => papers.count(db, issuedIn(time));

/** How many bodies are read at a time. */
const readAtOnce = 200;

/** The papers that were issued in a time, by their number. Their bodies are read some at a time. */
export async function* papersIssuedIn(db: Queries, time: Time): AsyncGenerator<readonly StoredPaper[]> {
  const found = await db.all<{ id: string }>(sql`
    select id from paper where ${issuedIn(time)} order by series, length(number), number`);
  for (let at = 0; at < found.length; at += readAtOnce) {
    const ids = found.slice(at, at + readAtOnce).map(({ id }) => id);
    const byId = await papersById(db, ids);
    yield ids.flatMap((id) => byId.get(id) ?? []);
    await nextTurn();
  }
}

async function papersById(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, StoredPaper>> {
  const read = await papers.findAll(
    db,
    ids.map((id) => [id]),
  );
  return new Map(read.map((one) => [one.id, one]));
}

/** The sums of a paper by VAT rate. */
export function entriesOf(paper: StoredPaper): Entry[] {
  const body = bodyOf(paper);
  const sign = paper.kind === "credit_note" ? -1 : 1;
  return body.vat_breakdown.map(({ category, rate, taxable_minor, tax_minor }) => ({
    ...partiesOf(body),
    date: body.issue_date,
    kind: paper.kind === "credit_note" ? "credit_note" : "invoice",
    number: paper.number,
    reference: body.order_reference ?? "",
    accountId: paper.accountId,
    vat: { category, rate, netMinor: sign * taxable_minor, taxMinor: sign * tax_minor },
    grossMinor: sign * (taxable_minor + tax_minor),
    currency: paper.currency,
    by: null,
    method: body.payment?.method ?? "",
    providerId: "",
    corrects: body.preceding_invoice?.number ?? "",
  }));
}

const partiesOf = (body: Pick<PaperBody, "buyer"> | undefined) => ({
  buyer: body?.buyer?.company ?? body?.buyer?.name ?? "",
  country: body?.buyer?.country ?? "",
  taxId: body?.buyer?.tax_id ?? "",
});

/** All postings of a month: papers by number, then money by day. */
export async function* entriesIn(context: Context, month: string): AsyncGenerator<readonly Entry[]> {
  const time = monthRange(month);
  for await (const some of papersIssuedIn(context.database, time)) yield some.flatMap(entriesOf);
  yield* moneyIn(context, time);
}

/** Postings of money that moved, some at a time. */
async function* moneyIn({ database, running }: Context, time: Time): AsyncGenerator<readonly Entry[]> {
  for (const read of given(running, movedMoney)) {
    const moved = await read(database, time);
    for (let at = 0; at < moved.length; at += readAtOnce) {
      yield await entriesOfMoney(database, moved.slice(at, at + readAtOnce));
      await nextTurn();
    }
  }
}

async function entriesOfMoney(db: Queries, moved: readonly MovedMoney[]): Promise<readonly Entry[]> {
  const ids = [...new Set(moved.flatMap(({ paperId }) => paperId ?? []))];
  const byId = await papersById(db, ids);
  return moved.map((one) => {
    const paper = one.paperId === null ? undefined : byId.get(one.paperId);
    const body = paper && bodyOf(paper);
    return {
      ...partiesOf(body),
      date: dateIn(one.at),
      kind: one.kind,
      number: paper?.number ?? "",
      reference: one.reference,
      accountId: one.accountId,
      vat: null,
      grossMinor: one.minor,
      currency: one.currency,
      by: one.by,
      method: one.method,
      providerId: one.providerId,
      corrects: body?.preceding_invoice?.number ?? "",
    };
  });
}
