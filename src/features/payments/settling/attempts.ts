import { isoTime, never } from "../../../base/clock.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { findPeriod, type Period } from "../../billing/rows/period-rows.ts";
import { dataOf, type Payment, payerOf } from "../rows/payment.ts";

/** Days of attempts, from the due day; after the last one an operator decides. */
const days = [0, 3, 7] as const;

/**
 * When a failed payment is charged, or its customer reminded, again: on the day on which it is due, and 3 and 7 days
 * later; of a period that lapses, the last time is an hour before. `never` after the last attempt, and for payments that
 * are not repeated. Milliseconds UTC.
 */
export function nextAttemptAt({ kind, terms, createdAt }: Payment, lapsesAt: number, now: number): number {
  if (kind !== "renewal" && kind !== "overage") return never;
  const due = kind === "renewal" ? (terms.from ?? createdAt) : createdAt;
  const last = lapsesAt === never ? due + days[2] * dayMs : lapsesAt - hourMs;
  return [due, due + days[1] * dayMs, last].find((at) => at > now && at <= last) ?? never;
}

/** The period that a payment renews; undefined for other payments, and if the period was removed. */
export const periodOf = async (
  tx: Queries,
  { kind, subscriptionId, period }: Payment,
): Promise<Period | undefined> => (kind === "renewal" ? findPeriod(tx, subscriptionId, period!) : undefined);

/** Why a payment is for nothing any more. */
export const overReasons: readonly string[] = ["not_due", "subscription_ended"];

/** A condition: a subscription has ended for good. `s` is its table. */
export const hasEnded = sql`(s.deleted_at is not null or s.state in ('cancelled', 'rejected'))`;

/** One of `overReasons`; undefined while what a payment pays for can be had. What was invoiced stays due. */
export async function whyOver(
  tx: Queries,
  { kind, subscriptionId }: Payment,
  period: Period | undefined,
): Promise<string | undefined> {
  if (kind === "renewal" && period?.state !== "due") return "not_due";
  if (kind === "overage" || period?.lapsesAt === never) return undefined;
  const goesOn = await tx.get(sql`
    select 1 as found from subscription s where s.id = ${subscriptionId} and not ${hasEnded}`);
  return goesOn ? undefined : "subscription_ended";
}

interface Failure {
  readonly reason: string;
  /** When its period lapses; `never` if it is not of one that lapses. */
  readonly lapsesAt: number;
}

/** Writes the event of an attempt that failed. The payment is as it is after the attempt. */
export async function reportFailure(
  tx: Queries,
  payment: Payment,
  { reason, lapsesAt }: Failure,
  now: number,
): Promise<void> {
  const { attempts: attempt, nextAt } = payment;
  await writeEvent(tx, now, {
    type: "payment.failed",
    owner: payerOf(payment),
    data: {
      ...dataOf(payment),
      reason,
      attempt,
      next_attempt_at: nextAt === never ? null : isoTime(nextAt),
      lapses_at: lapsesAt === never ? null : isoTime(lapsesAt),
    },
  });
}
