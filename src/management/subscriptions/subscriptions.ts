import { z } from "zod";
import { auditContext, recordAudit } from "../../access/audit.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type Call, json, type QueryCall } from "../../http/endpoint.ts";
import { PageQuery } from "../../http/lists.ts";
import { entityId } from "../common/identifiers.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { findUser, requireOwn, userMissing } from "../common/user-resource.ts";
import { removeSubscription } from "./ended-subscriptions.ts";
import { reportState } from "./state-events.ts";
import { listOwned, listSubscriptions, SubscriptionsQuery } from "./subscription-lists.ts";
import {
  findSubscription,
  lockSubscription,
  publicSubscription,
  requireSubscription,
  Subscription,
} from "./subscription-resource.ts";
import { stateAt } from "./subscription-states.ts";
import {
  createSubscription,
  patchSubscription,
  putSubscription,
  replacedMembers,
  SubscriptionPatch,
  SubscriptionRequest,
  suppliedMembers,
} from "./subscription-writes.ts";

const byId = z.object({ id: entityId });
const bySubscriptionId = z.object({ subscription_id: entityId });
const tag = "Subscriptions";

export const subscriptionEndpoints = [
  endpoint({
    id: "listUserSubscriptions",
    exported: "subscriptions",
    method: "GET",
    path: "/users/{id}/subscriptions",
    tag,
    summary: "List a user's subscriptions, newest first",
    audience: "customer",
    permission: "credits.view",
    params: byId,
    query: PageQuery,
    response: z.array(Subscription),
    errors: ["not_found"],
    readsUsage: true,
    handle: listUserSubscriptions,
  }),
  endpoint({
    id: "listSubscriptions",
    method: "GET",
    path: "/subscriptions",
    tag,
    summary: "List subscriptions, newest first; customers see their own",
    audience: "customer",
    permission: "credits.view",
    query: SubscriptionsQuery,
    response: z.array(Subscription),
    readsUsage: true,
    handle: listSubscriptions,
  }),
  endpoint({
    id: "getSubscription",
    method: "GET",
    path: "/subscriptions/{subscription_id}",
    tag,
    summary: "Read a subscription and its credits, without its keys",
    audience: "customer",
    permission: "credits.view",
    params: bySubscriptionId,
    response: Subscription,
    errors: ["not_found"],
    readsUsage: true,
    handle: getSubscription,
  }),
  endpoint({
    id: "deleteSubscription",
    method: "DELETE",
    path: "/subscriptions/{subscription_id}",
    tag,
    summary: "Delete a subscription and its keys; its ledger and reports are kept",
    description: "It still counts toward its product's `subscriptions_limit`. Its ID cannot be used again.",
    audience: "customer",
    permission: "subscriptions.change",
    params: bySubscriptionId,
    lock: (tx, params) => lockSubscription(tx, params.subscription_id),
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["not_found"],
    readsUsage: true,
    handle: deleteSubscription,
  }),
  endpoint({
    id: "createSubscription",
    members: suppliedMembers,
    method: "POST",
    path: "/subscriptions/{id}",
    tag,
    summary: "Subscribe to a product, with an ID of your choice",
    description:
      "Customers subscribe to published products for themselves. If the product requires approval, the subscription starts as `submitted`. `listSecrets` shows the keys.",
    audience: "customer",
    permission: "subscriptions.change",
    params: byId,
    body: SubscriptionRequest,
    response: Subscription,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: createSubscription,
  }),
  endpoint({
    id: "putSubscription",
    members: replacedMembers,
    method: "PUT",
    path: "/subscriptions/{id}",
    tag,
    summary: "Create or replace a subscription; omitted owner, name, state and keys do not change",
    audience: "customer",
    permission: "subscriptions.change",
    params: byId,
    lock: (tx, { id }) => lockSubscription(tx, id),
    body: SubscriptionRequest,
    response: Subscription,
    errors: ["not_found", "conflict"],
    readsUsage: true,
    handle: putSubscription,
  }),
  endpoint({
    id: "patchSubscription",
    members: replacedMembers,
    method: "PATCH",
    path: "/subscriptions/{id}",
    tag,
    summary: "Change a subscription: approve, suspend, cancel, rename or renew it",
    description:
      "Omitted members do not change. Customers can rename and cancel their own subscriptions; operators can change everything.",
    audience: "customer",
    permission: "subscriptions.change",
    params: byId,
    lock: (tx, { id }) => lockSubscription(tx, id),
    body: SubscriptionPatch,
    response: Subscription,
    errors: ["not_found", "conflict"],
    readsUsage: true,
    handle: patchSubscription,
  }),
];

async function listUserSubscriptions(context: Context, call: QueryCall<typeof PageQuery, { id: string }>) {
  const { id } = call.params;
  requireOwn(call.caller, id);
  if (!(await findUser(context.database, id))) throw userMissing(id);
  return listOwned(context, id, call.query, `/users/${id}/subscriptions`);
}

async function getSubscription(context: Context, call: Call<{ subscription_id: string }>) {
  const { subscription_id: id } = call.params;
  const row = requireSubscription(await findSubscription(context.database, id), id, call.caller);
  return json(publicSubscription(row, context.clock()));
}

function deleteSubscription(context: Context, call: Call<{ subscription_id: string }>) {
  const { subscription_id: id } = call.params;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const row = requireSubscription(await lockSubscription(tx, id), id, call.caller);
    await removeSubscription(tx, context, id, audit);
    const formerState = stateAt(row, audit.at);
    await reportState(tx, {
      subscriptionId: id,
      formerState,
      state: "deleted",
      expiresAt: null,
      at: audit.at,
    });
    await recordAudit(tx, {
      ...audit,
      action: "subscription.delete",
      object: `/subscriptions/${id}`,
      before: publicSubscription(row, audit.at),
    });
    await adjustTotals(tx, [[`subscription/${row.state}`, -1]]);
    return json({ status: "success", id });
  });
}
