import type { Queries } from "../../../database/database.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import { initially, integer, orNull, text, word } from "../../../entities/stored.ts";
import { type NewRow, type Row, type RowOf, Table } from "../../../entities/table.ts";
import { keptRows } from "./kept-rows.ts";

/** What a refund is, which does not change. */
const returned = {
  id: text,
  paymentId: text,
  minor: integer,
  reason: text,
  /** Under which the provider has it; null for one that began before keys were stored: its ID is its key. */
  requestKey: initially(orNull(text), null),
  /** The IBAN or another number of the account that receives a transfer; null if the provider makes the refund. */
  account: initially(orNull(text), null),
  /** Whose account that is, as the bank or the buyer's details name it. */
  recipient: initially(orNull(text), null),
  /** When a process looks at it again. */
  nextAt: integer,
  createdAt: integer,
};

/**
 * What becomes of a refund. For a transfer that is done: what it names, the ID of its credit note if it has one, when it
 * was sent, and who noted that.
 */
const advanced = {
  state: initially(word("requested", "done", "failed"), "requested"),
  reference: initially(orNull(text), null),
  paperId: initially(orNull(text), null),
  sentAt: initially(orNull(integer), null),
  sentBy: initially(orNull(text), null),
};

export const refunds = new Table({
  name: "payment_refund",
  as: "r",
  key: ["id"],
  members: { ...returned, ...advanced },
  fixed: Object.keys(returned) as (keyof typeof returned)[],
});

/** Money that is given back. Minor units; times are milliseconds UTC. */
export type StoredRefund = Row<typeof refunds>;
export type Refund = Omit<RowOf<typeof returned>, "nextAt" | "createdAt">;

/** A condition: a transfer that an operator has not sent yet. */
export const isToSend = raw("reference is not null and sent_at is null");

/** A refund that was made is not made again, and one that was sent is not sent again. */
export const refundsKept = keptRows<NewRow<typeof refunds>>({ name: "refund", shown: "refunds" }, writeRow);

/** Whether one state of a refund has what another has not; one that was made can fail later. */
const isAhead = (one: StoredRefund, other: StoredRefund): boolean =>
  (other.state === "requested" && one.state !== "requested") ||
  (other.state === "done" && one.state === "failed") ||
  (other.reference === null && one.reference !== null) ||
  (other.sentAt === null && one.sentAt !== null);

/** Inserts a refund, or advances it. False if it is so already. */
async function writeRow(tx: Queries, kept: NewRow<typeof refunds>): Promise<boolean> {
  const row = refunds.row(kept);
  const stored = await lockRefund(tx, row.id);
  if (stored && !isAhead(row, stored)) return false;
  await refunds.put(tx, [row]);
  return true;
}

export async function insertRefund(tx: Queries, refund: NewRow<typeof refunds>): Promise<void> {
  const row = refunds.row(refund);
  await refunds.insert(tx, row);
  refundsKept.keep(tx, row);
}

/** False if it has ended before. */
export const endRefund = (tx: Queries, id: string, state: "done" | "failed"): Promise<boolean> =>
  advance(tx, id, { state });

/** Notes what the transfer of a refund names. */
export const nameTransfer = (
  tx: Queries,
  id: string,
  named: { readonly reference: string; readonly paperId: string | null },
): Promise<boolean> => advance(tx, id, named);

/** Notes that the transfer of a refund was sent. False if it is noted already. */
export const noteSent = (
  tx: Queries,
  id: string,
  sent: { readonly sentAt: number; readonly sentBy: string },
): Promise<boolean> => advance(tx, id, sent);

async function advance(tx: Queries, id: string, to: Partial<StoredRefund>): Promise<boolean> {
  const stored = await lockRefund(tx, id);
  const row = stored && { ...stored, ...to };
  if (!row || !(await writeRow(tx, row))) return false;
  refundsKept.keep(tx, row);
  return true;
}

export const findRefund = (db: Queries, id: string): Promise<StoredRefund | undefined> =>
  refunds.find(db, id);

/** Locks a refund until the transaction ends. */
export const lockRefund = (tx: Queries, id: string): Promise<StoredRefund | undefined> =>
  refunds.lock(tx, id);

/** What refunds of a payment have returned, or what is requested and not returned yet. */
export async function sumRefunds(
  db: Queries,
  paymentId: string,
  state: "requested" | "done",
): Promise<number> {
  return sumOf(db, sql`payment_id = ${paymentId} and state = ${state}`);
}

/** What was returned of a payment by transfer. */
export const sumTransferred = (db: Queries, paymentId: string): Promise<number> =>
  sumOf(db, sql`payment_id = ${paymentId} and state = 'done' and account is not null`);

async function sumOf(db: Queries, condition: Sql): Promise<number> {
  const { minor } = (await db.get<{ minor: number }>(sql`
    select cast(coalesce(sum(minor), 0) as bigint) as minor from payment_refund where ${condition}`))!;
  return minor;
}
