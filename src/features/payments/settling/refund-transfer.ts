import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict } from "../../../http/errors.ts";
import { findLastCreditNote } from "../../papers/issue.ts";
import { readBuyer } from "../../papers/parties/buyer.ts";
import type { ProviderPayment } from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { nameTransfer } from "../rows/refund-rows.ts";

/** Where a transfer goes. */
export interface Recipient {
  /** An IBAN, or another number where there are none. */
  readonly account: string;
  readonly recipient: string;
}

/** The account that paid, as the bank's line names it, and its owner; of several transfers, those of the last. */
export async function findPayer(
  db: Queries,
  { id, accountId }: Payment,
): Promise<{ readonly account: string | null; readonly recipient: string }> {
  const paid = await db.get<{ account: string; sender: string }>(sql`
    select sender_account as account, sender from payment_transfer
    where payment_id = ${id} and state = 'matched' and sender_account <> ''
    order by received_at desc, id desc limit 1`);
  const { company, name } = await readBuyer(db, accountId);
  return { account: paid?.account ?? null, recipient: paid?.sender || company || name || "" };
}

/** Where a refund by transfer goes. 409 if it is not known, and not given. */
export async function requireRecipient(
  db: Queries,
  payment: Payment,
  given: string | undefined,
): Promise<Recipient> {
  const { account, recipient } = await findPayer(db, payment);
  const to = given ?? account;
  if (to !== null) return { account: to, recipient };
  throw conflict(
    "No bank account of the payer is known, to which the refund goes. Enter `iban`, or `account` where there are no IBANs. Nothing was changed.",
  );
}

/** Notes what the transfer of a refund names: its credit note, or without one the payment. */
export async function nameRefund(tx: Queries, id: string, before: Payment, after: Payment): Promise<void> {
  const isCredited = after.creditedMinor > before.creditedMinor && after.paperId !== null;
  const note = isCredited ? await findLastCreditNote(tx, after.paperId!) : undefined;
  await nameTransfer(tx, id, { reference: note?.number ?? after.reference, paperId: note?.id ?? null });
}

/** A payment by card as it is recorded here, of which more is returned by transfer. */
export const recorded = (payment: Payment, returned: number): ProviderPayment => ({
  ref: payment.providerRef ?? payment.reference,
  paymentId: payment.id,
  state: "paid",
  currency: payment.currency,
  receivedMinor: payment.receivedMinor,
  refundedMinor: payment.refundedMinor + returned,
  dispute: payment.dispute,
  disputedMinor: payment.disputedMinor,
  disputeDueAt: payment.disputeDueAt ?? undefined,
  method: payment.method,
  saved: null,
  failure: null,
  isDebiting: false,
});
