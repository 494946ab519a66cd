import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { initially, integer, orNull, text, word } from "../../../entities/stored.ts";
import { type NewRow, type Row, Table } from "../../../entities/table.ts";
import { keptRows } from "./kept-rows.ts";
import { providerNames } from "./payment.ts";

export const transfers = new Table({
  name: "payment_transfer",
  as: "t",
  key: ["id"],
  members: {
    id: text,
    provider: word(...providerNames),
    /** The bank's or provider's own ID: one transfer is recorded once. */
    providerRef: text,
    minor: integer,
    currency: text,
    reference: text,
    sender: text,
    /** The IBAN or another number of the sender's account; `""` if it is not known. */
    senderAccount: initially(text, ""),
    /** For a line of a bank's file: the own account if the file names it, the file's format, and the line. */
    ownAccount: initially(text, ""),
    source: initially(text, ""),
    sourceLine: initially(orNull(integer), null),
    /** As which line of another format it was imported again. */
    otherRef: initially(orNull(text), null),
    paymentId: orNull(text),
    state: word("unmatched", "matched", "returned"),
    receivedAt: integer,
    createdAt: integer,
  },
});

/** Money that came without a payment, until it is matched. Minor units; times are milliseconds UTC. */
export type Transfer = Row<typeof transfers>;
export type NewTransfer = NewRow<typeof transfers>;

export const findReceived = async (
  db: Queries,
  provider: Transfer["provider"],
  ref: string,
): Promise<Transfer | undefined> =>
  (await transfers.select(db, sql`where provider = ${provider} and provider_ref = ${ref}`))[0];

/** Money that has arrived is not lost, and what was returned is not matched. */
export const transfersKept = keptRows<NewTransfer>(
  { name: "transfer", shown: "transfers" },
  async (tx, kept) => (await insertRow(tx, kept)) || (await updateRow(tx, kept)),
);

/** Records money that has arrived. False if it is recorded already. */
export async function insertTransfer(tx: Queries, transfer: NewTransfer): Promise<boolean> {
  const isNew = await insertRow(tx, transfer);
  if (isNew) transfersKept.keep(tx, transfer);
  return isNew;
}

/** Writes what became of a locked transfer that was unmatched. */
export async function settleTransfer(tx: Queries, transfer: Transfer): Promise<void> {
  await updateRow(tx, transfer);
  transfersKept.keep(tx, transfer);
}

const updateRow = async (tx: Queries, { id, state, paymentId }: NewTransfer): Promise<boolean> =>
  state !== "unmatched" &&
  (await tx.run(sql`
    update payment_transfer set state = ${state}, payment_id = ${paymentId}
    where id = ${id} and state = 'unmatched'`)) > 0;

const insertRow = async (tx: Queries, transfer: NewTransfer): Promise<boolean> =>
  (await transfers.add(tx, [transfers.row({ ...transfer, otherRef: null })])) > 0;

/** Notes that a line of another format is a transfer, so that no second line is. A restore does not need it. */
export const noteOtherRef = (tx: Queries, id: string, ref: string): Promise<number> =>
  tx.run(sql`update payment_transfer set other_ref = ${ref} where id = ${id} and other_ref is null`);

/** Locks a transfer until the transaction ends. */
export const lockTransfer = (tx: Queries, id: string): Promise<Transfer | undefined> =>
  transfers.lock(tx, id);
