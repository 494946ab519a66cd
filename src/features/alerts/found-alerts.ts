import { isoTime, never } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import {
  allocate,
  type Balance,
  type Grant,
  leftOf,
  spendingOrder,
} from "../../metering/credits/grants/grant.ts";
import type { OutboxEvent } from "../../outbox/events.ts";

/** An alert of a grant, with its event. `kinds`: those that it makes superfluous, too. */
export interface Alert {
  readonly grantId: string;
  readonly kinds: readonly string[];
  readonly event: OutboxEvent;
}

/** Parts of a period's credits, and of a cap, that are reported when they are used. Per cent. */
const parts = [50, 80, 100] as const;
export const expiringMs = 7 * dayMs;
const expiring = "expiring";

/** What can be reported of a balance: the highest part of each grant, and what expires soon. */
export function findAlerts(balance: Balance, grants: readonly Grant[], now: number): Alert[] {
  const sorted = grants.map((grant) => ({ ...grant })).sort(spendingOrder);
  allocate(sorted, balance);
  return sorted
    .filter(({ state, amount, expiresAt }) => state === "open" && amount > 0 && expiresAt > now)
    .flatMap((grant) => [...usedAlerts(grant), ...expiryAlerts(grant, now)]);
}

function usedAlerts(grant: Grant): Alert[] {
  if (grant.source !== "period" && grant.source !== "overage") return [];
  const credits = grant.amount - grant.expired - grant.removed;
  const reached = parts.filter((part) => grant.spent * 100 >= part * credits);
  const percent = reached.at(-1);
  if (percent === undefined || credits === 0) return [];
  const { id: grant_id, subscriptionId: subscription_id, spent: used, expiresAt } = grant;
  const data = { subscription_id, grant_id, percent, credits, used, expires_at: timeOf(expiresAt) };
  const type = grant.source === "period" ? "credits.period_used" : "credits.cap_used";
  const kinds = reached.map(String);
  return [{ grantId: grant.id, kinds, event: { type, owner: { subscriptionId: subscription_id }, data } }];
}

function expiryAlerts(grant: Grant, now: number): Alert[] {
  const isSoon = grant.expiresAt - now <= expiringMs;
  // What is paid afterwards is not lost.
  if (!isSoon || grant.source === "overage" || leftOf(grant) === 0) return [];
  const { id: grant_id, subscriptionId: subscription_id, source, expiresAt } = grant;
  const data = { subscription_id, grant_id, source, left: leftOf(grant), expires_at: isoTime(expiresAt) };
  const owner = { subscriptionId: subscription_id };
  return [{ grantId: grant.id, kinds: [expiring], event: { type: "credits.expiring", owner, data } }];
}

const timeOf = (time: number): string | null => (time === never ? null : isoTime(time));
