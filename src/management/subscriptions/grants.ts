import { z } from "zod";
import { actorName, auditContext, recordAudit } from "../../access/audit.ts";
import { auditedChange } from "../../access/audited-change.ts";
import { isoTime, never } from "../../base/clock.ts";
import { uuidv7 } from "../../base/ids.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type Answer, type BodyCall, type Call, json } from "../../http/endpoint.ts";
import { conflict, InvalidRequest, notFound } from "../../http/errors.ts";
import { removeGrant } from "../../metering/credits/grants/change-grants.ts";
import { enterGrant } from "../../metering/credits/grants/enter-grants.ts";
import { type Grant, grantSources, leftOf } from "../../metering/credits/grants/grant.ts";
import { readClock } from "../../metering/credits/grants/grant-rows.ts";
import { readGrants } from "../../metering/credits/grants/read-grants.ts";
import { entityId, remark } from "../common/identifiers.ts";
import { StillLeased, withLeasesReturned } from "./returned-leases.ts";
import {
  findSubscription,
  lockSubscription,
  requireSubscription,
  subscriptionMissing,
} from "./subscription-resource.ts";

const creditsMax = 1_000_000_000;

const GrantOutput = z
  .object({
    id: z.string(),
    source: z
      .enum(grantSources)
      .describe(
        "`period` comes with a period of the plan; `overage` is spent last and paid afterwards; `write_off` paid calls that no credits were left for.",
      ),
    period: z.int().nullable().describe("The number of the period that brought it."),
    credits: z.int().describe("As granted."),
    left: z.int().describe("Credits that can still be spent."),
    spent: z.int().describe("Calls are assigned to grants in the order of this list."),
    expired: z.int().describe("Credits that were not used in time."),
    removed: z.int().describe("Credits that were removed by an operator, or by a lower cap."),
    starts_at: z.iso.datetime().describe("When its credits are added to the balance."),
    expires_at: z.iso.datetime().nullable().describe("Null if it does not expire."),
    state: z
      .enum(["waiting", "open", "closing", "closed"])
      .describe(
        "`waiting` before it starts; `closing` after its expiry, until all nodes have reported their calls.",
      ),
  })
  .meta({ id: "Grant" });

const GrantRequest = z
  .strictObject({
    source: z
      .literal(["trial", "grant", "purchase"])
      .default("grant")
      .describe("Of those that expire together, trial credits are spent first, and bought ones last."),
    credits: z.int().min(1).max(creditsMax),
    expires_at: z.iso.datetime().nullable().default(null).describe("Null if it does not expire."),
    reason: remark(1000).nullable().default(null).describe("For the ledger."),
  })
  .meta({ id: "GrantRequest", example: { source: "grant", credits: 1000, expires_at: null } });

const params = z.object({ id: entityId });
const ofGrant = params.extend({ grant_id: entityId.describe("As the list of grants has it.") });
const common = { tag: "Subscriptions", extension: true, readsUsage: true } as const;

export const grantEndpoints = [
  endpoint({
    ...common,
    id: "listGrants",
    exported: "subscriptions/{id}/grants",
    method: "GET",
    path: "/subscriptions/{id}/grants",
    summary: "List a subscription's grants in the order in which they are spent",
    description:
      "Credits that expire first are spent first, and those that are paid afterwards last. Grants that are used up or have expired follow, newest first.",
    audience: "customer",
    permission: "credits.view",
    params,
    response: z.array(GrantOutput),
    errors: ["not_found"],
    handle: listGrants,
  }),
  endpoint({
    ...common,
    id: "createGrant",
    method: "POST",
    path: "/subscriptions/{id}/grants",
    summary: "Grant credits to a subscription, which can expire",
    audience: "operator",
    permission: "credits.change",
    params,
    body: GrantRequest,
    response: GrantOutput,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: createGrant,
  }),
  endpoint({
    ...common,
    id: "deleteGrant",
    method: "DELETE",
    path: "/subscriptions/{id}/grants/{grant_id}",
    summary: "Remove what is left of a grant",
    description:
      "What is spent stays. If nodes must first return reserved credits, lookups of the subscription get 503 for a moment.",
    audience: "operator",
    permission: "credits.change",
    params: ofGrant,
    response: z.object({
      status: z.literal("success"),
      removed: z.int().describe("The credits that were removed."),
    }),
    errors: ["not_found", "conflict"],
    handle: deleteGrant,
  }),
];

function shownGrant(grant: Grant): z.output<typeof GrantOutput> {
  const { id, source, period, amount, spent, expired, removed, startsAt, expiresAt, state } = grant;
  return {
    id,
    source,
    period,
    credits: amount,
    left: leftOf(grant),
    spent,
    expired,
    removed,
    starts_at: isoTime(startsAt),
    expires_at: expiresAt === never ? null : isoTime(expiresAt),
    state,
  };
}

async function listGrants({ database }: Context, call: Call<{ id: string }>): Promise<Answer> {
  const { id } = call.params;
  requireSubscription(await findSubscription(database, id), id, call.caller);
  return json((await readGrants(database, id)).map(shownGrant));
}

function createGrant(context: Context, call: BodyCall<typeof GrantRequest, { id: string }>): Promise<Answer> {
  const { id } = call.params;
  const { source, credits, expires_at, reason } = call.body;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (!row) throw subscriptionMissing(id);
    if (row.unlimited) throw conflict("The credits of this subscription are already unlimited.");
    const now = await readClock(tx);
    const expiresAt = expires_at === null ? never : Date.parse(expires_at);
    if (expiresAt <= now)
      throw new InvalidRequest(["body", "expires_at"], "must be in the future", expires_at);
    const grantId = uuidv7(now);
    const entered = { id: grantId, subscriptionId: id, source, credits, expiresAt };
    await enterGrant(tx, entered, { reason, actor: actorName(audit.actor) });
    const grant = shownGrant((await readGrants(tx, id)).find((one) => one.id === grantId)!);
    await recordAudit(tx, {
      ...audit,
      action: "grant.create",
      object: `/subscriptions/${id}/grants/${grantId}`,
      after: { ...grant, reason },
    });
    return json(grant);
  });
}

function deleteGrant(context: Context, call: Call<{ id: string; grant_id: string }>): Promise<Answer> {
  const { id, grant_id: grantId } = call.params;
  const remove = () =>
    auditedChange(
      context,
      call,
      "grant.delete",
      `/subscriptions/${id}/grants/${grantId}`,
      async (tx, { actor }) => {
        if (!(await lockSubscription(tx, id))) throw subscriptionMissing(id);
        const removed = await removeGrant(tx, id, grantId, { actor: actorName(actor) });
        if (removed === "leased") throw new StillLeased();
        if (removed === "missing")
          throw notFound(`Subscription ${id} has no grant ${grantId} with credits left.`);
        return { before: { left: removed }, answer: json({ status: "success", removed }) };
      },
    );
  return withLeasesReturned(context, id, remove);
}
