import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict } from "../../../http/errors.ts";
import { removeWaiting } from "../../../metering/credits/grants/change-grants.ts";
import { lockBalance } from "../../../metering/credits/grants/grant-rows.ts";
import { settleBalances } from "../../../metering/credits/grants/settle-balances.ts";
import { withdrawEvents } from "../../../outbox/write-events.ts";
import { capPeriod } from "../../billing/plans/set-cap.ts";
import type { Period } from "../../billing/rows/period-rows.ts";
import type { Plan } from "../../billing/rows/plan.ts";
import { isPaid, type Payment } from "../rows/payment.ts";
import { paymentSettings } from "../settings.ts";
import { periodOf } from "./attempts.ts";
import { grantAhead, type Paying } from "./grant-payment.ts";
import { Taking } from "./taking.ts";

/** A period lapses no earlier than so long after its debit has ended: its customer can pay otherwise. */
const afterDebitMs = 3 * dayMs;

/**
 * What follows while a payment is being debited: its period does not lapse, no one is reminded of it, and its credits are
 * granted if `VINGATE_SLOW_DEBITS` is set to it. Resolves to the payment, which is not written. Throws `NotPossible`.
 */
export async function duringDebit(tx: Queries, paying: Paying, mayGrant: boolean): Promise<Payment> {
  const { payment, context, now } = paying;
  if (payment.debitAt === null) return payment;
  const period = await periodOf(tx, payment);
  if (period) await keepPeriod(tx, period, now);
  const isGranted = paymentSettings.of(context.config).slowDebits === "grant";
  return isGranted && mayGrant ? grantNow(tx, paying) : payment;
}

/** Another plan begins when its money has arrived, and what is used has been granted. */
async function grantNow(tx: Queries, paying: Paying): Promise<Payment> {
  const { payment, plan, now } = paying;
  if (payment.kind === "plan" || payment.kind === "overage") return payment;
  if (payment.grantId !== null) return giveAgain(tx, payment, plan, now);
  return { ...payment, ...(await grantAhead(tx, paying)) };
}

async function keepPeriod(tx: Queries, period: Period, now: number): Promise<void> {
  await putOffLapse(tx, period, now);
  if (period.startsAt > now) await withdrawEvents(tx, "period.unpaid", period.subscriptionId, now);
}

/** Resolves to when the period lapses. */
export async function putOffLapse(
  tx: Queries,
  { subscriptionId, number, lapsesAt, state }: Period,
  now: number,
): Promise<number> {
  const until = now + afterDebitMs;
  if (state !== "due" || lapsesAt >= until) return lapsesAt;
  await tx.run(sql`
    update billing_period set lapses_at = ${until} where subscription_id = ${subscriptionId} and number = ${number}`);
  return until;
}

/** Has no period lapse that is being debited. It is written once a day, and not each second. */
export async function putOffLapses(db: Database): Promise<void> {
  // Read first: on SQLite a statement that may write waits for all others.
  const found = await db.all<{ id: string; number: number }>(sql`
    select b.subscription_id as id, b.number from payment p
      join billing_period b on b.subscription_id = p.subscription_id and b.number = p.period
    where p.debit_at is not null and p.kind = 'renewal' and b.state = 'due'
      and b.lapses_at < ${databaseClock(db)} + ${afterDebitMs - dayMs}`);
  for (const { id, number } of found)
    await db.run(sql`
      update billing_period set lapses_at = ${databaseClock(db)} + ${afterDebitMs}
      where subscription_id = ${id} and number = ${number} and state = 'due' and lapses_at < ${never}`);
}

/** 409 while a period is being debited: its money would come for nothing. */
export async function requireNotDebited(tx: Queries, { subscriptionId, number }: Period): Promise<void> {
  const debited = await tx.get(sql`
    select 1 as found from payment where subscription_id = ${subscriptionId} and period = ${number}
      and kind = 'renewal' and debit_at is not null`);
  if (debited)
    throw conflict(
      `Period ${number} is being debited: the bank moves the money already. Wait for the result. Nothing was changed.`,
    );
}

/**
 * Takes back what was granted for a debit that has failed: what is left is removed, and what was spent is owed. The
 * payment is not written. Throws `StillLeased`.
 */
export async function takeBack(tx: Queries, payment: Payment, since: number, now: number): Promise<Payment> {
  const { grantId, credits, removed, owed, kind, subscriptionId, period } = payment;
  if (grantId === null || isPaid(payment)) return payment;
  await lockBalance(tx, subscriptionId);
  // One whose start has come does not wait any more.
  await settleBalances(tx, [subscriptionId]);
  const grant = await tx.get<{ state: string }>(sql`select state from credit_grant where id = ${grantId}`);
  if (!grant) return { ...payment, grantId: null };
  if (grant.state === "waiting" && period !== null) {
    await removeWaiting(tx, subscriptionId, [period]);
    return { ...payment, grantId: null };
  }
  const taking = new Taking(tx, payment, since, now);
  await taking.take(credits - removed - owed);
  if (kind === "renewal") await capPeriod(tx, subscriptionId, period!, 0);
  // All of it has expired.
  const isNothing = taking.payment.removed + taking.payment.owed === 0;
  return isNothing ? { ...taking.payment, grantId: null } : taking.payment;
}

/** Gives back what a former debit of a payment took when it failed: its money comes after all. Throws `StillLeased`. */
export async function giveAgain(
  tx: Queries,
  payment: Payment,
  plan: Plan | undefined,
  now: number,
): Promise<Payment> {
  const { removed, owed, updatedAt, grantId, kind, subscriptionId, period } = payment;
  if (grantId === null || isPaid(payment) || removed + owed === 0) return payment;
  const taking = new Taking(tx, payment, updatedAt, now);
  await taking.release(removed + owed);
  if (plan && kind === "renewal") await capPeriod(tx, subscriptionId, period!, plan.cap);
  return taking.payment;
}
