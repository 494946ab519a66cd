import type { Queries } from "../../../database/database.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import { keptRows } from "./kept-rows.ts";
import type { ProviderName } from "./payment.ts";

/** Money that came without a payment, until it is matched. Minor units; times are milliseconds UTC. */
export interface Transfer {
  readonly id: string;
  readonly provider: ProviderName;
  /** The bank's or provider's own ID: one transfer is recorded once. */
  readonly providerRef: string;
  readonly minor: number;
  readonly currency: string;
  readonly reference: string;
  readonly sender: string;
  /** The IBAN or another number of the sender's account; `""` if it is not known. */
  readonly senderAccount?: string;
  /** Of a line of a bank's file: the own account if the file names it, the file's format, and the line. */
  readonly ownAccount?: string;
  readonly source?: string;
  readonly sourceLine?: number | null;
  /** As which line of another format it was imported again. */
  readonly otherRef?: string | null;
  readonly paymentId: string | null;
  readonly state: "unmatched" | "matched" | "returned";
  readonly receivedAt: number;
  readonly createdAt: number;
}

const columns = raw(`id, provider, provider_ref as "providerRef", minor, currency, reference, sender,
  sender_account as "senderAccount", own_account as "ownAccount", source, source_line as "sourceLine", other_ref as "otherRef", payment_id as "paymentId", state, received_at as "receivedAt", created_at as "createdAt"`);

export const selectTransfers = (rest: Sql): Sql => sql`select ${columns} from payment_transfer ${rest}`;

/** Money that has arrived is not lost, and what was returned is not matched. */
export const transfersKept = keptRows<Transfer>(
  { name: "transfer", shown: "transfers" },
  async (tx, kept) => (await insertRow(tx, kept)) || (await updateRow(tx, kept)),
);

/** Records money that has arrived. False if it is recorded already. */
export async function insertTransfer(tx: Queries, transfer: Transfer): Promise<boolean> {
  const isNew = await insertRow(tx, transfer);
  if (isNew) transfersKept.keep(tx, transfer);
  return isNew;
}

/** Writes what became of a locked transfer that was unmatched. */
export async function settleTransfer(tx: Queries, transfer: Transfer): Promise<void> {
  await updateRow(tx, transfer);
  transfersKept.keep(tx, transfer);
}

const updateRow = async (tx: Queries, { id, state, paymentId }: Transfer): Promise<boolean> =>
  state !== "unmatched" &&
  (await tx.run(sql`
    update payment_transfer set state = ${state}, payment_id = ${paymentId}
    where id = ${id} and state = 'unmatched'`)) > 0;

async function insertRow(tx: Queries, t: Transfer): Promise<boolean> {
  const written = await tx.run(sql`
    insert into payment_transfer (id, provider, provider_ref, minor, currency, reference, sender, sender_account,
      own_account, source, source_line, payment_id, state, received_at, created_at)
    values (${t.id}, ${t.provider}, ${t.providerRef}, ${t.minor}, ${t.currency}, ${t.reference}, ${t.sender},
      ${t.senderAccount ?? ""}, ${t.ownAccount ?? ""}, ${t.source ?? ""}, ${t.sourceLine ?? null}, ${t.paymentId}, ${t.state}, ${t.receivedAt}, ${t.createdAt})
    on conflict do nothing`);
  return written > 0;
}

/** Notes that a line of another format is a transfer, so that no second line is. A restore need not know it. */
export const noteOtherRef = (tx: Queries, id: string, ref: string): Promise<number> =>
  tx.run(sql`update payment_transfer set other_ref = ${ref} where id = ${id} and other_ref is null`);

/** Locks a transfer until the transaction ends. */
export async function lockTransfer(tx: Queries, id: string): Promise<Transfer | undefined> {
  await tx.run(sql`update payment_transfer set state = state where id = ${id}`);
  return tx.get<Transfer>(selectTransfers(sql`where id = ${id}`));
}
