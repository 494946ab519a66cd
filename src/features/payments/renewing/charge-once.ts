import { dayMs, hourMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import {
  KeyTaken,
  type ListedCharge,
  type PaymentProvider,
  type ProviderPayment,
} from "../providers/provider.ts";
import { findKept } from "../restored/lost-charges.ts";
import type { SavedMethod } from "../rows/method-rows.ts";
import type { Payment } from "../rows/payment.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { keyOf } from "../rows/request-keys.ts";

/** An attempt whose result is wanted. */
export interface Attempt {
  readonly payment: Payment;
  /** The card that it charges; undefined if it is not known any more. */
  readonly method: SavedMethod | undefined;
  /** It was begun before. Its provider can have forgotten its key, or repeat an error that it returned after the effect. */
  readonly isRepeated: boolean;
  /** Why it must not be charged any more, if it was not. */
  readonly ended: string | undefined;
}

/**
 * Charges what an attempt has not charged yet. What it has made is looked for before it could be made twice. Throws
 * `ProviderFailed` and `Declined`.
 */
export async function chargeOnce(
  db: Queries,
  cards: PaymentProvider,
  attempt: Attempt,
): Promise<ProviderPayment> {
  const { payment, method, isRepeated, ended } = attempt;
  const kept = await keptCharge(db, cards, payment);
  if (kept) return kept;
  if (isRepeated) {
    const made = await findMade(cards, payment, method);
    if (made) return made;
  }
  if (ended !== undefined || !method) return failedCharge(payment, ended ?? "no_card");
  const key = keyOf(payment, "charge");
  try {
    return await cards.charge(payment, method, key);
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
  }
  const made = (await findMade(cards, payment, method)) ?? (await findLost(db, cards, payment));
  // All that has this key is another's: no charge of this payment is there.
  return made ?? cards.charge(payment, method, `${key}/${payment.id}`);
}

/** The charge of before a restore that an operator has kept for the period of this payment. */
async function keptCharge(
  db: Queries,
  cards: PaymentProvider,
  payment: Payment,
): Promise<ProviderPayment | undefined> {
  const ref = await findKept(db, payment);
  const seen = ref === undefined ? undefined : await cards.find(ref);
  return seen?.state === "failed" ? undefined : seen;
}

/** The result of an attempt that took no money. */
export const failedCharge = ({ id, currency, method }: Payment, failure: string): ProviderPayment => ({
  ref: `declined-${id}`,
  paymentId: id,
  state: "failed",
  isDebiting: false,
  currency,
  receivedMinor: 0,
  refundedMinor: 0,
  dispute: null,
  disputedMinor: 0,
  method,
  saved: null,
  failure,
});

/** Keys are known for 24 hours; an hour more for clocks that differ. */
const since = ({ requestAt, createdAt }: Payment): number => (requestAt ?? createdAt) - dayMs - hourMs;

/** The charge of a payment: one that has taken money or still can, else that of this attempt, which failed. */
async function findMade(
  cards: PaymentProvider,
  payment: Payment,
  method: SavedMethod | undefined,
): Promise<ProviderPayment | undefined> {
  // One that began before its card was stored could be of another customer.
  const customer = payment.requestKey === null ? undefined : method?.customerRef;
  const all = await cards.charges(since(payment), customer);
  const own = all.filter(({ paymentId }) => paymentId === payment.id);
  const found =
    own.find(({ state }) => state !== "failed") ??
    own.find(({ requestKey }) => (requestKey ?? null) === payment.requestKey);
  return found && (await cards.find(found.ref));
}

/** Kinds that this service charges by itself, so that a database that lost one charges the same again. */
const repeated: readonly string[] = ["renewal", "overage", "automatic"];

/** The charge of a payment that a restore has lost, for the same period or the same top-up: it pays for it. */
async function findLost(
  db: Queries,
  cards: PaymentProvider,
  payment: Payment,
): Promise<ProviderPayment | undefined> {
  if (payment.requestKey === null || !repeated.includes(payment.kind)) return undefined;
  const all = await cards.charges(since(payment));
  for (const one of all)
    if (one.requestKey === payment.requestKey && one.state !== "failed" && (await isLost(db, one)))
      return cards.find(one.ref);
  return undefined;
}

/** Whether nothing here has a charge: neither a payment, nor money that an operator matches or returns. */
async function isLost(db: Queries, { ref, paymentId }: ListedCharge): Promise<boolean> {
  if (paymentId === undefined || (await findPayment(db, paymentId))) return false;
  const known = await db.get(sql`
    select 1 as found from payment where provider = 'stripe' and provider_ref = ${ref}
    union all select 1 from payment_transfer where provider = 'stripe' and provider_ref = ${ref}`);
  return known === undefined;
}
