import type { Queries } from "../../database/database.ts";
import { withdrawEvents, writeEvent } from "../../outbox/write-events.ts";
import type { SubscriptionState } from "./subscription-states.ts";

/** A subscription whose state, or the time at which it expires, may have changed. */
interface Changed {
  readonly subscriptionId: string;
  /** Null if it is new. */
  readonly formerState: SubscriptionState | null;
  readonly state: SubscriptionState | "deleted";
  readonly expiresAt: number | null;
  readonly at: number;
}

/** Writes the event of a change of state, and the one of the time at which the subscription expires. */
export async function reportState(tx: Queries, changed: Changed): Promise<void> {
  const { subscriptionId, formerState: former_state, state, expiresAt, at } = changed;
  const owner = { subscriptionId };
  const data = { subscription_id: subscriptionId };
  await withdrawEvents(tx, "subscription.changed", subscriptionId, at);
  if (state !== former_state)
    await writeEvent(tx, at, { type: "subscription.changed", owner, data: { ...data, former_state, state } });
  if (state === "active" && expiresAt !== null && expiresAt > at)
    await writeEvent(tx, at, {
      type: "subscription.changed",
      owner,
      data: { ...data, former_state: state, state: "expired" },
      dueAt: expiresAt,
    });
}
