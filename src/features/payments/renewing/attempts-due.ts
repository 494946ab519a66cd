import { never } from "../../../base/clock.ts";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import {
  Declined,
  type PaymentProvider,
  ProviderFailed,
  type ProviderPayment,
} from "../providers/provider.ts";
import { findKept } from "../restored/lost-charges.ts";
import { findMethod, type SavedMethod } from "../rows/method-rows.ts";
import { changed, isUnderWay, type Payment } from "../rows/payment.ts";
import { delayPayment, lockPayment, writePayment } from "../rows/payment-rows.ts";
import { withKey } from "../rows/request-keys.ts";
import { nextAttemptAt, periodOf, reportFailure, whyOver } from "../settling/attempts.ts";
import { endOver } from "../settling/end-at-provider.ts";
import { noteRefusal } from "../settling/refuse-request.ts";
import { reconcileMs } from "../settling/settle-payment.ts";
import type { Settlement } from "../settling/settlement.ts";
import { type Attempt, chargeOnce, failedCharge } from "./charge-once.ts";

/** Payments under way at a time, and those of one account, so that a slow charge delays no other account. */
const most = { all: 8, each: 1 } as const;

/** Makes the attempts that are due: charges, reminds or fetches. Resolves to their number. */
export async function makeAttempts(
  context: Context,
  settlement: Settlement,
  open: () => boolean,
): Promise<number> {
  const { database } = context;
  const due = await database.all<{ id: string; account: string }>(sql`
    select id, account_id as account from payment
    where ${sql`next_at < ${never}`} and next_at <= ${databaseClock(database)} and state in ('requested', 'pending')
    order by next_at limit ${most.all * 8}`);
  const byAccount = [...Map.groupBy(due, ({ account }) => account).values()].map((own) =>
    own.slice(0, most.each),
  );
  const chosen = byAccount.flat().slice(0, most.all);
  await Promise.all(chosen.map(({ id }) => (open() ? attempt(context, settlement, id) : undefined)));
  return chosen.length;
}

/** `over`: why it is for nothing any more, so that its provider must end it. */
type Step = { readonly payment: Payment; readonly attempt?: Attempt; readonly over?: string } | undefined;

async function attempt(context: Context, settlement: Settlement, id: string): Promise<void> {
  const { database } = context;
  const step = await database.transaction<Step>((tx) => claim(tx, settlement, id), { repeatable: true });
  if (!step) return;
  const { payment } = step;
  const { cards } = settlement;
  if (!cards) return;
  if (step.over !== undefined)
    return endOver(settlement, payment, step.over).catch(unlessFailed(context, payment));
  if (!step.attempt) return void (await settlement.refresh(payment).catch(unlessFailed(context, payment)));
  const seen = await charged(context, cards, step.attempt);
  if (!seen) return;
  let known: ProviderPayment | undefined = seen;
  // If the payment has changed since, what the charge returned is old.
  const see = async () => {
    const given = known ?? (await cards.find(seen.ref));
    if (seen.state !== "failed") known = undefined;
    return given;
  };
  await settlement.settle(payment, see, { ref: seen.ref, isOwn: true });
}

/** The request is repeated later. */
const unlessFailed =
  ({ log }: Context, { id }: Payment) =>
  (error: unknown): undefined => {
    if (!(error instanceof ProviderFailed)) throw error;
    log.warn("cannot reach a payment at its provider; it will be retried", {
      payment: id,
      ...errorFields(error),
    });
    return undefined;
  };

/** The result of a charge; undefined if it is unknown, or if the provider has refused the request. */
async function charged(
  context: Context,
  cards: PaymentProvider,
  made: Attempt,
): Promise<ProviderPayment | undefined> {
  const { payment } = made;
  try {
    return await chargeOnce(context.database, cards, made);
  } catch (error) {
    if (!(error instanceof Declined)) return unlessFailed(context, payment)(error);
    if (error.what === "card") return failedCharge(payment, error.code);
    return void (await noteRefusal(context, payment, error.code));
  }
}

/** Notes the attempt before the provider receives it, so that no other process makes it. */
async function claim(tx: Queries, { cards }: Settlement, id: string): Promise<Step> {
  const payment = await lockPayment(tx, id);
  const now = await readClock(tx);
  if (!payment || payment.nextAt > now) return undefined;
  if (payment.state !== "requested" && payment.state !== "pending") return undefined;
  const period = await periodOf(tx, payment);
  const again = changed(payment, now, { nextAt: now + reconcileMs });
  const over = await whyOver(tx, payment, period);
  if (isUnderWay(payment)) {
    await delayPayment(tx, again);
    // Only its provider has the result.
    if (!cards) return undefined;
    return { payment: again, attempt: await underWay(tx, again, over) };
  }
  if (over !== undefined) return endClaimed(tx, again, over, cards !== undefined);
  const lapsesAt = period?.lapsesAt ?? never;
  const isTransfer = payment.provider === "manual";
  // It needs no card, and takes the place of a transfer.
  const isKept =
    cards !== undefined && payment.receivedMinor === 0 && (await findKept(tx, payment)) !== undefined;
  if (isTransfer && !isKept) {
    await remind(tx, payment, "not_received", lapsesAt, now);
    return undefined;
  }
  if (!isTransfer && payment.providerRef !== null) {
    await delayPayment(tx, again);
    return { payment: again };
  }
  // The page on which the customer was to pay was not made.
  if (payment.isCharged === 0 && !isKept) {
    await end(tx, payment, "checkout_failed", lapsesAt, now);
    return undefined;
  }
  const method = isTransfer ? undefined : await findMethod(tx, payment.accountId);
  if (!cards || !(method || isKept)) {
    await remind(tx, payment, "no_card", lapsesAt, now);
    return undefined;
  }
  const begun = await begin(tx, again, method, now);
  return { payment: begun, attempt: { payment: begun, method, isRepeated: false, ended: undefined } };
}

/** Notes that a payment is being charged. */
async function begin(
  tx: Queries,
  payment: Payment,
  method: SavedMethod | undefined,
  now: number,
): Promise<Payment> {
  const begun = await withKey(
    tx,
    {
      ...payment,
      state: "pending",
      provider: "stripe",
      providerRef: null,
      isCharged: 1,
      attempts: payment.attempts + 1,
      problem: null,
      method: method?.label ?? null,
      cardCustomer: method?.customerRef ?? null,
      cardMethod: method?.methodRef ?? null,
    },
    now,
  );
  await writePayment(tx, begun);
  return begun;
}

/** Ends a payment that is for nothing any more; one that its provider has, is ended there first. */
async function endClaimed(tx: Queries, payment: Payment, over: string, hasCards: boolean): Promise<Step> {
  const isThere = payment.provider === "stripe" && payment.providerRef !== null && hasCards;
  if (!isThere && payment.debitAt === null) {
    await writePayment(tx, { ...payment, state: "cancelled", nextAt: never, failure: over });
    return undefined;
  }
  const closing = { ...payment, checkoutUrl: null };
  await delayPayment(tx, closing);
  return isThere ? { payment: closing, over } : undefined;
}

/**
 * A charge that was begun and not noted. It is repeated as it began, so that it has one effect; what its card or its
 * period does not permit any more is looked for only.
 */
async function underWay(tx: Queries, payment: Payment, over: string | undefined): Promise<Attempt> {
  const { cardCustomer, cardMethod, method: label } = payment;
  const saved = await findMethod(tx, payment.accountId);
  const begun =
    cardCustomer !== null && cardMethod !== null
      ? { customerRef: cardCustomer, methodRef: cardMethod, label: label ?? "Saved card" }
      : saved;
  const ended = over ?? (saved ? undefined : "no_card");
  return { payment, method: begun, isRepeated: true, ended };
}

/** Ends a payment that cannot be made; that of a period is charged to the saved card at its next time. */
async function end(
  tx: Queries,
  payment: Payment,
  failure: string,
  lapsesAt: number,
  now: number,
): Promise<void> {
  const nextAt = nextAttemptAt(payment, lapsesAt, now);
  const state = nextAt === never ? "failed" : "requested";
  await writePayment(tx, changed(payment, now, { state, failure, nextAt, isCharged: 1 }));
}

/** Reminds the customer of a payment that this service cannot charge. */
async function remind(
  tx: Queries,
  payment: Payment,
  reason: string,
  lapsesAt: number,
  now: number,
): Promise<void> {
  const { attempts, state, kind, provider } = payment;
  const nextAt = nextAttemptAt(payment, lapsesAt, now);
  const isOver = nextAt === never && provider === "stripe";
  const after = changed(payment, now, {
    state: isOver ? "failed" : state,
    attempts: attempts + 1,
    failure: reason,
    nextAt,
  });
  await writePayment(tx, after);
  if (kind !== "renewal" && kind !== "overage") return;
  if (attempts === 0 && isExpected(payment, lapsesAt, now)) return;
  await reportFailure(tx, after, { reason, lapsesAt }, now);
}

/**
 * Whether a first reminder would come before the customer could have paid: of a plan that has just begun, and a day ahead
 * of a period that is paid by transfer.
 */
const isExpected = ({ terms, createdAt, provider }: Payment, lapsesAt: number, now: number): boolean => {
  const from = terms.from ?? createdAt;
  return lapsesAt !== never && (from <= createdAt || (provider === "manual" && now < from));
};
