import { type AuditContext, replayAudit } from "../../access/audit.ts";
import { keysEnded } from "../../access/keys/ended-keys.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import { expiringRows } from "../../decisions/ended-rows.ts";
import { setActive } from "../../metering/credits/balance-states.ts";
import { waitingKind } from "../../running/waiting-kind.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { passChange } from "./granting-features.ts";
import { lockSubscription } from "./subscription-resource.ts";
import { type SubscriptionState, transitions } from "./subscription-states.ts";

const endedStates = ["suspended", "cancelled", "rejected"] as const;
type EndedState = (typeof endedStates)[number];

interface EndedSubscription {
  readonly id: string;
  readonly state: EndedState | "deleted";
}

/** Features follow a subscription that ends, so that its plan ends too. */
export const subscriptionsEnded = waitingKind<EndedSubscription>({
  name: "subscription",
  group: "ended",
  shown: "subscriptions deleted, cancelled or suspended",
});

export const subscriptionsExpiring = expiringRows({
  name: "subscription-expiry",
  shown: "subscriptions shortened",
  table: "subscription",
  key: ["id"],
});

/** Notes a subscription's new state, if it takes anything away. */
export function noteEnded(tx: Queries, id: string, state: SubscriptionState): void {
  const ended = endedStates.find((one) => one === state);
  if (ended) decide(tx, subscriptionsEnded, { id, state: ended });
}

/** Deletes a locked subscription and its keys. */
export async function removeSubscription(
  tx: Queries,
  { running }: Context,
  id: string,
  audit: AuditContext,
): Promise<void> {
  await tx.run(sql`update subscription set deleted_at = ${audit.at} where id = ${id}`);
  await keysEnded.end(tx, sql`subscription_id = ${id}`);
  await setActive(tx, id, false);
  decide(tx, subscriptionsEnded, { id, state: "deleted" });
  await passChange(tx, running, { subscriptionId: id, isStart: false, audit });
}

/** Ends the subscriptions again that a restore brought back, without events and entries of the audit log. */
export function endSubscriptionsAgain(context: Context): Promise<void> {
  const { database } = context;
  return subscriptionsEnded.finish(database, ({ id, state }, at) =>
    database.transaction((tx) => endAgain(tx, context, id, state, replayAudit(at))),
  );
}

async function endAgain(
  tx: Queries,
  context: Context,
  id: string,
  state: EndedSubscription["state"],
  audit: AuditContext,
): Promise<void> {
  const before = await lockSubscription(tx, id);
  if (!before) return;
  if (state === "deleted") {
    await removeSubscription(tx, context, id, audit);
    return adjustTotals(tx, [[`subscription/${before.state}`, -1]]);
  }
  if (!transitions[before.state].includes(state)) return;
  await tx.run(sql`
    update subscription set state = ${state}, state_comment = null,
      ended_at = ${state === "suspended" ? null : audit.at}
    where id = ${id}`);
  if (state === "cancelled") await setActive(tx, id, false);
  noteEnded(tx, id, state);
  await passChange(tx, context.running, { subscriptionId: id, isStart: false, audit });
  await adjustTotals(tx, [
    [`subscription/${before.state}`, -1],
    [`subscription/${state}`, 1],
  ]);
}
