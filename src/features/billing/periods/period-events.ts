import { isoTime, never } from "../../../base/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import type { OutboxEvent } from "../../../outbox/events.ts";
import { withdrawEvents, writeEvents } from "../../../outbox/write-events.ts";
import type { Period } from "../rows/period-rows.ts";

/** Writes what is sent when periods start: that they are renewed, and which of them are unpaid. */
export async function renewalEvents(tx: Queries, now: number, periods: readonly Period[]): Promise<void> {
  const events = periods.flatMap((period): OutboxEvent[] => {
    const { subscriptionId, startsAt, state } = period;
    // What has started is sent immediately.
    const common = {
      owner: { subscriptionId },
      data: dataOf(period),
      ...(startsAt > now && { dueAt: startsAt }),
    };
    const renewed: OutboxEvent = { type: "period.renewed", ...common };
    return state === "due" ? [renewed, { type: "period.unpaid", ...common }] : [renewed];
  });
  await writeEvents(tx, now, events);
}

/** Withdraws the events of a period that has not started; those of periods that have were sent. */
export async function withdrawRenewal(tx: Queries, subscriptionId: string, now: number): Promise<void> {
  await withdrawEvents(tx, "period.renewed", subscriptionId, now);
  await withdrawEvents(tx, "period.unpaid", subscriptionId, now);
}

/** What events contain of a period. */
export const dataOf = (period: Period) => ({
  ...wireOf(period, "subscriptionId", "number", "productId"),
  ...timesOf(period, "startsAt"),
  ends_at: period.endsAt === never ? null : isoTime(period.endsAt),
  ...wireOf(period, "priceMinor", "currency"),
});
