import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { keptRows } from "./kept-rows.ts";
import { isPaid, type Payment, payments } from "./payment.ts";

/** Payments that meet a condition, in an order. */
export const selectPayments = (db: Queries, rest: Sql): Promise<Payment[]> => payments.select(db, rest);

/**
 * A condition: whether a payment that has failed is still due, if an account has its subscription now. One of an account
 * before is, if it was invoiced. The statement names the payment `y`.
 */
export const isDueFrom = (ownerId: Sql): Sql => sql`(y.account_id = ${ownerId} or y.paper_id is not null)`;

export const findPayment = (db: Queries, id: string): Promise<Payment | undefined> => payments.find(db, id);

/** Locks a payment until the transaction ends. Its subscription and plan are locked before, its balance afterwards. */
export const lockPayment = (tx: Queries, id: string): Promise<Payment | undefined> => payments.lock(tx, id);

/** Charged under the same key as before, with all that its provider and the operators have reported of it. */
export const paymentsKept = keptRows<Payment>({ name: "payment", shown: "payments" }, bringBack);

/**
 * `nextAt` of a payment that a restore brought back paid: what it pays for is granted again when a process settles it,
 * and until then `paidAt` is null. A payment that was paid in the backup is settled because it was reversed since.
 */
export const broughtBack = -1;

/** Inserts a payment, or advances it; never takes a state back. */
async function bringBack(tx: Queries, whole: Payment): Promise<boolean> {
  // Entries of before its key and card were stored have neither.
  const kept = payments.row(whole);
  const stored = await lockPayment(tx, kept.id);
  if (stored && stored.updatedAt > kept.updatedAt) return false;
  if (stored && isPaid(stored)) {
    if (stored.updatedAt === kept.updatedAt) return false;
    const { creditedMinor, problem, updatedAt } = kept;
    await updateRow(tx, { ...stored, creditedMinor, problem, updatedAt, nextAt: broughtBack });
    return true;
  }
  // A paid one that has granted nothing has nothing to be granted again.
  const isWhole = !isPaid(kept) || (kept.grantId === null && kept.paperId === null);
  const row = withOwnGrant(isWhole ? kept : unsettled(kept), stored);
  if (!stored) return insertRow(tx, row);
  await updateRow(tx, row);
  return true;
}

/**
 * An unpaid payment with the credits that this database has for it: those of a slow debit. If its debit has ended since,
 * the outcome is fetched and applied again.
 */
function withOwnGrant(kept: Payment, stored: Payment | undefined): Payment {
  if (isPaid(kept)) return kept;
  const { grantId = null, removed = 0, owed = 0, collected = 0 } = stored ?? {};
  const own = { ...kept, grantId, removed, owed, collected };
  if (!stored || grantId === null || stored.debitAt === null || kept.debitAt !== null) return own;
  if (kept.nextAt === broughtBack) return own;
  const { providerRef, debitAt } = stored;
  return { ...own, state: "pending", providerRef, debitAt, nextAt: 0 };
}

/** A payment whose money has arrived, before it is settled. Its papers have come back. */
const unsettled = (kept: Payment): Payment => ({
  ...kept,
  state: "paid",
  nextAt: broughtBack,
  checkoutUrl: null,
  debitAt: null,
  paidAt: null,
  refundedMinor: 0,
  dispute: null,
  disputedMinor: 0,
  disputeDueAt: null,
  grantId: null,
  removed: 0,
  owed: 0,
  collected: 0,
  setAside: 0,
});

/** Inserts a payment. False if an equal one is open: another automatic one, or another of its period. */
export async function insertPayment(tx: Queries, payment: Payment): Promise<boolean> {
  const isNew = await insertRow(tx, payment);
  if (isNew) paymentsKept.keep(tx, payment);
  return isNew;
}

const insertRow = async (tx: Queries, payment: Payment): Promise<boolean> =>
  (await payments.add(tx, [payment])) > 0;

/** Writes what can change of a locked payment. */
export async function writePayment(tx: Queries, payment: Payment): Promise<void> {
  await updateRow(tx, payment);
  paymentsKept.keep(tx, payment);
}

/** Writes when a locked payment is looked at again. No restore needs it. */
export const delayPayment = (tx: Queries, payment: Payment): Promise<void> => updateRow(tx, payment);

const updateRow = (tx: Queries, payment: Payment): Promise<void> => payments.put(tx, [payment]);
