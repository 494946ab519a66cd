import { z } from "zod";
import { type AuditContext, actorName } from "../../access/audit.ts";
import { auditedChange } from "../../access/audited-change.ts";
import { mintTestKey, mintToken } from "../../access/tokens.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { KeySlot } from "../../http/caller.ts";
import { type Call, json, noStore } from "../../http/endpoint.ts";
import { entityId } from "../common/identifiers.ts";
import { actsForItself, requireOwn } from "../common/user-resource.ts";
import { KeyInUse, keysInUse, replaceKey, revealKeys, Secrets } from "./subscription-keys.ts";
import {
  findSubscription,
  lockSubscription,
  requireSubscription,
  type SubscriptionRow,
  subscriptionMissing,
} from "./subscription-resource.ts";

const bySubscriptionId = z.object({ subscription_id: entityId });
const byUserAndSubscription = z.object({ id: entityId, subscription_id: entityId });
const byId = z.object({ id: entityId });
const tag = "Keys";

export const RegenerateRequest = z.strictObject({
  grace_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(0)
    .describe("The number of seconds for which the old key still works."),
});

function regeneration(slot: KeySlot, name: string) {
  return endpoint({
    id: `regenerate${name}Key`,
    whileHeld: true,
    method: "POST",
    path: `/subscriptions/{id}/regenerate${name}Key`,
    tag,
    summary: `Replace the ${slot} key with a new one`,
    description: "The other keys keep working, and the subscription keeps its history.",
    audience: "customer",
    permission: "keys.change",
    params: byId,
    body: RegenerateRequest.optional(),
    response: Secrets,
    errors: ["not_found", "conflict"],
    extension: true,
    handle: (context, call) => regenerate(context, call, slot),
  });
}

export const secretEndpoints = [
  endpoint({
    id: "listUserSubscriptionSecrets",
    whileHeld: true,
    method: "POST",
    path: "/users/{id}/subscriptions/{subscription_id}/listSecrets",
    tag,
    summary: "Show the keys of a user's subscription",
    description:
      "The call is recorded in the audit log; of the owner's calls, the first of a day from each address.",
    audience: "customer",
    permission: "keys.view",
    params: byUserAndSubscription,
    response: Secrets,
    errors: ["not_found", "conflict"],
    handle: listUserSecrets,
  }),
  endpoint({
    id: "listSecrets",
    whileHeld: true,
    method: "POST",
    path: "/subscriptions/{subscription_id}/listSecrets",
    tag,
    summary: "Show the keys of a subscription",
    description:
      "The owner and operators can read them in every state of the subscription. The call is recorded in the audit log; of the owner's calls, the first of a day from each address.",
    audience: "customer",
    permission: "keys.view",
    params: bySubscriptionId,
    response: Secrets,
    errors: ["not_found", "conflict"],
    handle: (context, call) => reveal(context, call, call.params.subscription_id),
  }),
  endpoint({
    id: "listKeys",
    exported: "subscriptions/{id}/keys",
    method: "GET",
    path: "/subscriptions/{subscription_id}/keys",
    tag,
    summary: "List a subscription's keys with creation, expiry and last use, but not the keys themselves",
    description:
      "Replaced keys are listed while they still work. Calls count by slot: calls with a replaced key count for its slot.",
    audience: "customer",
    permission: "credits.view",
    params: bySubscriptionId,
    response: z.array(KeyInUse),
    errors: ["not_found"],
    extension: true,
    readsUsage: true,
    handle: listKeys,
  }),
  regeneration("primary", "Primary"),
  regeneration("secondary", "Secondary"),
  regeneration("test", "Test"),
];

async function listKeys(context: Context, call: Call<{ subscription_id: string }>) {
  const { subscription_id: id } = call.params;
  const { database, clock } = context;
  requireSubscription(await findSubscription(database, id), id, call.caller);
  return json(await keysInUse(database, id, clock()));
}

function listUserSecrets(context: Context, call: Call<{ id: string; subscription_id: string }>) {
  requireOwn(call.caller, call.params.id);
  return reveal(context, call, call.params.subscription_id, call.params.id);
}

function reveal(context: Context, call: Call, id: string, ownerId?: string) {
  return auditedChange(context, call, viewed, `/subscriptions/${id}`, async (tx, audit) => {
    const row = requireSubscription(await lockSubscription(tx, id), id, call.caller);
    if (ownerId !== undefined && row.ownerId !== ownerId) throw subscriptionMissing(id);
    const answer = json(await revealKeys(tx, context.identity.vault, id, audit.at), noStore);
    return (await viewedToday(tx, row, audit)) ? answer : { answer };
  });
}

const viewed = "subscription.list_secrets";

/**
 * Whether the owner has viewed the keys from this address in the last 24 hours. The console reads them for its own
 * calls; an entry for each would hide what people do. What operators view of others is always recorded.
 */
async function viewedToday(
  tx: Queries,
  { id, ownerId }: SubscriptionRow,
  { actor, address, at }: AuditContext,
): Promise<boolean> {
  if (!actsForItself(actor, ownerId)) return false;
  const found = await tx.get(sql`
    select id from audit_log where object = ${`/subscriptions/${id}`} and at > ${at - dayMs} and at <= ${at}
      and action = ${viewed} and actor = ${actorName(actor)} and ip_address = ${address} limit 1`);
  return found !== undefined;
}

type RegenerateCall = Call<{ id: string }, unknown, unknown, z.output<typeof RegenerateRequest> | undefined>;

function regenerate(context: Context, call: RegenerateCall, slot: KeySlot) {
  const { id } = call.params;
  const graceSeconds = call.body?.grace_seconds ?? 0;
  const key = slot === "test" ? mintTestKey() : mintToken("vgk");
  const { vault } = context.identity;
  return auditedChange(
    context,
    call,
    `subscription.regenerate_${slot}_key`,
    `/subscriptions/${id}`,
    async (tx, { at }) => {
      requireSubscription(await lockSubscription(tx, id), id, call.caller);
      // Before any change: a deleted account gets no key.
      await revealKeys(tx, vault, id, at);
      await replaceKey(tx, vault, { subscriptionId: id, slot, key, graceMs: graceSeconds * 1000, at });
      const after = { grace_seconds: graceSeconds };
      return { after, answer: json(await revealKeys(tx, vault, id, at), noStore) };
    },
  );
}
