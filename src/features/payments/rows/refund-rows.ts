import type { Queries } from "../../../database/database.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import { keptRows } from "./kept-rows.ts";

/** Money that is given back. Minor units. */
export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly minor: number;
  readonly reason: string;
  /** Under which the provider has it; null for one that began before keys were stored: its ID is its key. */
  readonly requestKey: string | null;
  /** Of a refund by transfer, the IBAN or another number of the account that receives it; null if the provider makes it. */
  readonly account: string | null;
  /** Whose account that is, as the bank or the buyer's details name it. */
  readonly recipient: string | null;
}

/** A refund as it is stored; times are milliseconds UTC. */
export interface StoredRefund extends Refund {
  readonly state: "requested" | "done" | "failed";
  /** When a process looks at it again. */
  readonly nextAt: number;
  readonly createdAt: number;
  /** Of a refund by transfer that is done: what the transfer names, and the ID of its credit note if it has one. */
  readonly reference: string | null;
  readonly paperId: string | null;
  /** When its transfer was sent, and who noted it. */
  readonly sentAt: number | null;
  readonly sentBy: string | null;
}

const columns =
  raw(`id, payment_id as "paymentId", minor, reason, request_key as "requestKey", account, recipient,
  state, next_at as "nextAt", created_at as "createdAt", reference, paper_id as "paperId", sent_at as "sentAt", sent_by as "sentBy"`);

export const selectRefunds = (rest: Sql): Sql => sql`select ${columns} from payment_refund ${rest}`;

/** A condition: a transfer that an operator has not sent yet. */
export const isToSend = raw("reference is not null and sent_at is null");

/** A refund that was made is not made again, and one that was sent is not sent again. */
export const refundsKept = keptRows<StoredRefund>({ name: "refund", shown: "refunds" }, writeRow);

/** Entries of before refunds named their transfers. */
const ofProvider = {
  requestKey: null,
  account: null,
  recipient: null,
  reference: null,
  paperId: null,
  sentAt: null,
  sentBy: null,
} as const;

/** Inserts a refund, or advances it; one that was made can fail later. False if it is so already. */
async function writeRow(tx: Queries, kept: StoredRefund): Promise<boolean> {
  const row: StoredRefund = { ...ofProvider, ...kept };
  const { id, paymentId, minor, reason, requestKey, account, recipient, state, nextAt, createdAt } = row;
  const { reference, paperId, sentAt, sentBy } = row;
  const written = await tx.run(sql`
    insert into payment_refund (id, payment_id, minor, reason, request_key, account, recipient, state, next_at, created_at,
      reference, paper_id, sent_at, sent_by)
    values (${id}, ${paymentId}, ${minor}, ${reason}, ${requestKey}, ${account}, ${recipient}, ${state}, ${nextAt},
      ${createdAt}, ${reference}, ${paperId}, ${sentAt}, ${sentBy})
    on conflict (id) do update set state = excluded.state, reference = excluded.reference,
      paper_id = excluded.paper_id, sent_at = excluded.sent_at, sent_by = excluded.sent_by
      where payment_refund.state = 'requested' and excluded.state <> 'requested'
        or payment_refund.state = 'done' and excluded.state = 'failed'
        or payment_refund.reference is null and excluded.reference is not null
        or payment_refund.sent_at is null and excluded.sent_at is not null`);
  return written > 0;
}

export async function insertRefund(
  tx: Queries,
  refund: Refund & Pick<StoredRefund, "nextAt" | "createdAt">,
): Promise<void> {
  const row: StoredRefund = { ...ofProvider, ...refund, state: "requested" };
  await writeRow(tx, row);
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
  const stored = await findRefund(tx, id);
  const row = stored && { ...stored, ...to };
  if (!row || !(await writeRow(tx, row))) return false;
  refundsKept.keep(tx, row);
  return true;
}

export const findRefund = (db: Queries, id: string): Promise<StoredRefund | undefined> =>
  db.get<StoredRefund>(selectRefunds(sql`where id = ${id}`));

/** Locks a refund until the transaction ends. */
export async function lockRefund(tx: Queries, id: string): Promise<StoredRefund | undefined> {
  await tx.run(sql`update payment_refund set state = state where id = ${id}`);
  return findRefund(tx, id);
}

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
