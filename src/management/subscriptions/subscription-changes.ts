import { type AuditContext, actorName, recordAudit } from "../../access/audit.ts";
import { noteMoved } from "../../access/remaining.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { isOperator, liveSlots } from "../../http/caller.ts";
import { setActive, setUnlimited } from "../../metering/credits/balance-states.ts";
import { given } from "../../running/ports.ts";
import { subscriptionMoves } from "../../running/subscription-ports.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { lockUser, userMissing } from "../common/user-resource.ts";
import { noteEnded, subscriptionsExpiring } from "./ended-subscriptions.ts";
import { firstCredits, passChange } from "./granting-features.ts";
import { reportState } from "./state-events.ts";
import { enrol, findScope } from "./subscription-creation.ts";
import { replaceKey } from "./subscription-keys.ts";
import {
  findSubscription,
  publicSubscription,
  type Subscription,
  type SubscriptionRow,
  subscriptions,
} from "./subscription-resource.ts";
import { changedState, type SubscriptionState, stateAt } from "./subscription-states.ts";

/** The new values; undefined members stay. */
export interface Changes {
  readonly scope?: string | undefined;
  readonly owner_id?: string | undefined;
  readonly display_name?: string | undefined;
  readonly state?: SubscriptionState | undefined;
  readonly state_comment?: string | null | undefined;
  /** ISO 8601, or null for never. */
  readonly expires_at?: string | null | undefined;
  readonly primary_key?: string | undefined;
  readonly secondary_key?: string | undefined;
}

/** Milliseconds of a validated time; null and undefined stay as they are. */
export function momentOf(moment: string | null | undefined): number | null | undefined {
  return typeof moment === "string" ? Date.parse(moment) : moment;
}

/** Changes a locked subscription. Credits are granted once, at its start, and never here. */
export async function changeSubscription(
  tx: Queries,
  context: Context,
  before: SubscriptionRow,
  changes: Changes,
  action: "subscription.update" | "subscription.replace" | "subscription.transfer",
  audit: AuditContext,
): Promise<Subscription> {
  const { id } = before;
  const moved = await move(tx, context, before, changes, audit);
  const expiresAt =
    changes.expires_at === undefined ? before.expiresAt : (momentOf(changes.expires_at) ?? null);
  const state = changedState(before, changes.state, expiresAt, audit.at);
  const ended = state === "cancelled" || state === "rejected";
  if (expiresAt !== null) await subscriptionsExpiring.expire(tx, sql`id = ${id}`, expiresAt);
  // A state's remark ends with the state.
  const kept = state === before.state ? before.stateComment : null;
  const row = {
    ...before,
    ...moved,
    displayName: changes.display_name ?? before.displayName,
    state,
    stateComment: changes.state_comment === undefined ? kept : changes.state_comment,
    startAt: before.startAt ?? (state === "active" ? audit.at : null),
    expiresAt,
    endedAt: state === "expired" ? expiresAt : ended ? (before.endedAt ?? audit.at) : null,
  };
  await subscriptions.put(tx, [row]);
  if (state !== before.state) noteEnded(tx, id, state);
  if (state === "cancelled" && before.state !== "cancelled") await setActive(tx, id, false);
  for (const slot of liveSlots) {
    const key = changes[`${slot}_key`];
    if (key !== undefined)
      await replaceKey(tx, context.identity.vault, {
        subscriptionId: id,
        slot,
        key,
        graceMs: 0,
        at: audit.at,
      });
  }
  const isStart = state === "active" && (before.startAt === null || moved.productId !== before.productId);
  await passChange(tx, context.running, { subscriptionId: id, isStart, audit });
  const formerState = stateAt(before, audit.at);
  await reportState(tx, { subscriptionId: id, formerState, state, expiresAt, at: audit.at });
  const after = publicSubscription((await findSubscription(tx, id))!, audit.at);
  await recordAudit(tx, {
    ...audit,
    action,
    object: `/subscriptions/${id}`,
    before: publicSubscription(before, audit.at),
    after: { ...after, ...replacedKeys(changes) },
  });
  await adjustTotals(tx, [
    [`subscription/${before.state}`, -1],
    [`subscription/${state}`, 1],
  ]);
  return after;
}

/** For the audit log, which shows that a key was set and never which. */
function replacedKeys({ primary_key, secondary_key }: Changes): object {
  return { ...(primary_key && { primary_key: "set" }), ...(secondary_key && { secondary_key: "set" }) };
}

type Place = Pick<SubscriptionRow, "ownerId" | "scope" | "productId">;

/** A new owner or scope counts towards the product's limit like a new subscription. */
async function move(
  tx: Queries,
  { running }: Context,
  before: SubscriptionRow,
  changes: Changes,
  audit: AuditContext,
): Promise<Place> {
  const ownerId = changes.owner_id ?? before.ownerId;
  const scope = changes.scope ?? before.scope;
  if (ownerId === before.ownerId && scope === before.scope)
    return { ownerId, scope, productId: before.productId };
  const owner = await lockUser(tx, ownerId);
  if (!owner || owner.state === "deleted") throw userMissing(ownerId);
  const product = await findScope(tx, scope, !isOperator(audit.actor));
  if (product) await enrol(tx, ownerId, product, before.id, audit.at);
  if (ownerId !== before.ownerId) {
    const moved = { subscriptionId: before.id, from: before.ownerId, to: ownerId, at: audit.at };
    for (const one of given(running, subscriptionMoves)) await one(tx, moved);
    await noteMoved(tx, before.id, ownerId, audit.at);
  }
  if (scope !== before.scope)
    await setUnlimited(tx, {
      id: uuidv7(audit.at),
      subscriptionId: before.id,
      unlimited: (await firstCredits(tx, running, product)) === null,
      at: audit.at,
      actor: actorName(audit.actor),
    });
  return { ownerId, scope, productId: product?.id ?? null };
}
