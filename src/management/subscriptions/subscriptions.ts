import { z } from "zod";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { PageQuery } from "../../http/lists.ts";
import { recordAudit } from "../../identity/audit.ts";
import { setActive } from "../../metering/ledger/grants.ts";
import { actOf } from "../act.ts";
import { entityId } from "../identifiers.ts";
import { adjustTallies } from "../tallies.ts";
import { demandOwn, findUser, userMissing } from "../users/user-records.ts";
import { listOwned, listSubscriptions, SubscriptionsQuery } from "./subscription-lists.ts";
import {
  demandSubscription,
  findSubscription,
  lockSubscription,
  publicSubscription,
  Subscription,
} from "./subscription-records.ts";
import {
  createSubscription,
  patchSubscription,
  putSubscription,
  SubscriptionPatch,
  SubscriptionRequest,
} from "./subscription-writes.ts";

const byId = z.object({ id: entityId });
const bySubscriptionId = z.object({ subscription_id: entityId });
const tag = "Subscriptions";

export const subscriptionEndpoints = [
  endpoint({
    id: "listUserSubscriptions",
    method: "GET",
    path: "/users/{id}/subscriptions",
    tag,
    summary: "A user's subscriptions, newest first",
    audience: "customer",
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
    summary: "All subscriptions, newest first; a customer sees its own",
    audience: "customer",
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
    summary: "One subscription with its credits; never a key",
    audience: "customer",
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
    summary: "Delete a subscription and its keys; its ledger and reports stay",
    description: "What it counted towards its product's limit stays counted. Its id is not used again.",
    audience: "customer",
    params: bySubscriptionId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["not_found"],
    readsUsage: true,
    handle: deleteSubscription,
  }),
  endpoint({
    id: "createSubscription",
    method: "POST",
    path: "/subscriptions/{id}",
    tag,
    summary: "Subscribe to a product, under an id of your own",
    description:
      "A customer subscribes for itself to published products. A product that requires approval starts `submitted`. `listSecrets` shows the keys.",
    audience: "customer",
    params: byId,
    body: SubscriptionRequest,
    response: Subscription,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: createSubscription,
  }),
  endpoint({
    id: "putSubscription",
    method: "PUT",
    path: "/subscriptions/{id}",
    tag,
    summary: "Create or replace a subscription; owner, name, state and keys stay as they are when left out",
    audience: "customer",
    params: byId,
    body: SubscriptionRequest,
    response: Subscription,
    errors: ["not_found", "conflict"],
    readsUsage: true,
    handle: putSubscription,
  }),
  endpoint({
    id: "patchSubscription",
    method: "PATCH",
    path: "/subscriptions/{id}",
    tag,
    summary: "Change what is sent: approve, suspend, cancel, rename, renew",
    description: "A customer renames and cancels its own; the rest is the operator's.",
    audience: "customer",
    params: byId,
    body: SubscriptionPatch,
    response: Subscription,
    errors: ["not_found", "conflict"],
    readsUsage: true,
    handle: patchSubscription,
  }),
];

async function listUserSubscriptions(
  context: Context,
  call: Call<{ id: string }, z.output<typeof PageQuery>>,
) {
  const { id } = call.params;
  demandOwn(call.caller, id);
  if (!(await findUser(context.database, id))) throw userMissing(id);
  return listOwned(context, id, undefined, `/users/${id}/subscriptions`, call.query);
}

async function getSubscription(context: Context, call: Call<{ subscription_id: string }>) {
  const { subscription_id: id } = call.params;
  const row = demandSubscription(await findSubscription(context.database, id), id, call.caller);
  return json(publicSubscription(row, context.clock()));
}

async function deleteSubscription(context: Context, call: Call<{ subscription_id: string }>) {
  const { subscription_id: id } = call.params;
  const act = actOf(context, call);
  await context.database.transaction(
    async (tx) => {
      const row = demandSubscription(await lockSubscription(tx, id), id, call.caller);
      await tx.run(sql`update subscription set deleted_at = ${act.at} where id = ${id}`);
      await tx.run(sql`delete from subscription_key where subscription_id = ${id}`);
      await setActive(tx, id, false);
      await recordAudit(tx, {
        ...act,
        action: "subscription.delete",
        object: `/subscriptions/${id}`,
        before: publicSubscription(row, act.at),
      });
      await adjustTallies(tx, [[`subscription/${row.state}`, -1]]);
    },
    { repeatable: true },
  );
  return json({ status: "success", id });
}
