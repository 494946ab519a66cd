import type { Queries } from "../../../database/database.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";
import { keptRows } from "./kept-rows.ts";
import { isPaid, type Payment, type PaymentTerms } from "./payment.ts";

const columns = raw(`id, account_id as "accountId", subscription_id as "subscriptionId", kind, terms, period,
  net_minor as "netMinor", minor, currency, state, provider, provider_ref as "providerRef",
  checkout_url as "checkoutUrl", debit_at as "debitAt", reference, is_charged as "isCharged", method, attempts,
  request_key as "requestKey", request_at as "requestAt", card_customer as "cardCustomer", card_method as "cardMethod", next_at as "nextAt", failure, problem,
  received_minor as "receivedMinor", refunded_minor as "refundedMinor", case when inquiry = 1 then 'inquiry' else dispute end as dispute, disputed_minor as "disputedMinor",
  credits, grant_id as "grantId", removed, owed, collected, set_aside as "setAside", paper_id as "paperId",
  credited_minor as "creditedMinor", created_at as "createdAt", paid_at as "paidAt", updated_at as "updatedAt"`);

/** An inquiry has a column of its own, since it came later. */
const inquiryOf = ({ dispute }: Payment): number => Number(dispute === "inquiry");
const decided = ({ dispute }: Payment) => (dispute === "inquiry" ? null : dispute);

type Row = Omit<Payment, "terms"> & { readonly terms: string };

const toPayment = ({ terms, ...row }: Row): Payment => ({ ...row, terms: JSON.parse(terms) as PaymentTerms });

/** Payments that meet a condition, in an order. */
export async function selectPayments(db: Queries, rest: Sql): Promise<Payment[]> {
  return (await db.all<Row>(sql`select ${columns} from payment ${rest}`)).map(toPayment);
}

/**
 * A condition: whether a payment that has failed is still due, if an account has its subscription now. One of an account
 * before is, if it was invoiced. `table`: the name of the table in the statement.
 */
export const isDueFrom = (table: "payment" | "y", ownerId: Sql): Sql =>
  sql`(${raw(table)}.account_id = ${ownerId} or ${raw(table)}.paper_id is not null)`;

export async function findPayment(db: Queries, id: string): Promise<Payment | undefined> {
  return (await selectPayments(db, sql`where id = ${id}`))[0];
}

/** Locks a payment until the transaction ends. Its subscription and plan are locked before, its balance afterwards. */
export async function lockPayment(tx: Queries, id: string): Promise<Payment | undefined> {
  const locked = await tx.run(sql`update payment set attempts = attempts where id = ${id}`);
  return locked === 0 ? undefined : findPayment(tx, id);
}

/** Charged under the same key as before, with all that its provider and the operators have reported of it. */
export const paymentsKept = keptRows<Payment>({ name: "payment", shown: "payments" }, bringBack);

/**
 * `nextAt` of a payment that a restore brought back paid: what it pays for is granted again when a process settles it,
 * and until then `paidAt` is null. A payment that was paid in the backup is settled because it was reversed since.
 */
export const broughtBack = -1;

/** Inserts a payment, or advances it; never takes a state back. */
async function bringBack(tx: Queries, whole: Payment): Promise<boolean> {
  const kept = { ...unrequested, ...whole };
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

/** Entries of before its key and card were stored have neither. */
const unrequested = {
  requestKey: null,
  requestAt: null,
  cardCustomer: null,
  cardMethod: null,
  debitAt: null,
} as const;

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

/** Of a payment whose money has arrived, before it is settled. Its papers have come back. */
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

async function insertRow(tx: Queries, p: Payment): Promise<boolean> {
  const written = await tx.run(sql`
    insert into payment (id, account_id, subscription_id, kind, terms, period, net_minor, minor, currency, state,
      provider, provider_ref, checkout_url, debit_at, reference, is_charged, method, attempts, request_key, request_at,
      card_customer, card_method, next_at, failure, problem, received_minor, refunded_minor, dispute, inquiry, disputed_minor, credits, grant_id, removed, owed, collected, set_aside, paper_id,
      credited_minor, created_at, paid_at, updated_at)
    values (${p.id}, ${p.accountId}, ${p.subscriptionId}, ${p.kind}, ${JSON.stringify(p.terms)}, ${p.period},
      ${p.netMinor}, ${p.minor}, ${p.currency}, ${p.state}, ${p.provider}, ${p.providerRef}, ${p.checkoutUrl}, ${p.debitAt},
      ${p.reference}, ${p.isCharged}, ${p.method}, ${p.attempts}, ${p.requestKey}, ${p.requestAt},
      ${p.cardCustomer}, ${p.cardMethod}, ${p.nextAt}, ${p.failure}, ${p.problem}, ${p.receivedMinor},
      ${p.refundedMinor}, ${decided(p)}, ${inquiryOf(p)}, ${p.disputedMinor}, ${p.credits}, ${p.grantId}, ${p.removed}, ${p.owed},
      ${p.collected}, ${p.setAside}, ${p.paperId}, ${p.creditedMinor}, ${p.createdAt}, ${p.paidAt}, ${p.updatedAt})
    on conflict do nothing`);
  return written > 0;
}

/** Writes what can change of a locked payment. */
export async function writePayment(tx: Queries, payment: Payment): Promise<void> {
  await updateRow(tx, payment);
  paymentsKept.keep(tx, payment);
}

/** Writes when a locked payment is looked at again. No restore needs to know it. */
export const delayPayment = (tx: Queries, payment: Payment): Promise<void> => updateRow(tx, payment);

async function updateRow(tx: Queries, p: Payment): Promise<void> {
  await tx.run(sql`
    update payment set terms = ${JSON.stringify(p.terms)}, period = ${p.period}, state = ${p.state}, provider = ${p.provider}, provider_ref = ${p.providerRef},
      checkout_url = ${p.checkoutUrl}, debit_at = ${p.debitAt}, is_charged = ${p.isCharged}, method = ${p.method}, attempts = ${p.attempts}, request_key = ${p.requestKey},
      request_at = ${p.requestAt}, card_customer = ${p.cardCustomer}, card_method = ${p.cardMethod}, next_at = ${p.nextAt},
      failure = ${p.failure}, problem = ${p.problem}, received_minor = ${p.receivedMinor},
      refunded_minor = ${p.refundedMinor}, dispute = ${decided(p)}, inquiry = ${inquiryOf(p)}, disputed_minor = ${p.disputedMinor},
      grant_id = ${p.grantId}, removed = ${p.removed}, owed = ${p.owed}, collected = ${p.collected},
      set_aside = ${p.setAside}, paper_id = ${p.paperId}, credited_minor = ${p.creditedMinor},
      paid_at = ${p.paidAt}, updated_at = ${p.updatedAt}
    where id = ${p.id}`);
}
