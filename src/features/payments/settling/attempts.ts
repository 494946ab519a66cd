import { isoTime, never } from "../../../base/clock.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
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

interface Failure {
  readonly reason: string;
  /** Of its period; `never` if it is not of one that lapses. */
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
