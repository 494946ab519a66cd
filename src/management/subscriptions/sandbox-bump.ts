import { z } from "zod";
import { actorName } from "../../access/audit.ts";
import { auditedChange } from "../../access/audited-change.ts";
import { isoTime } from "../../base/clock.ts";
import { uuidv7 } from "../../base/ids.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { bump as bumpCredits } from "../../metering/credits/bump.ts";
import { entityId, remark } from "../common/identifiers.ts";
import { lockSubscription, subscriptionMissing } from "./subscription-resource.ts";

export const SandboxBumpRequest = z
  .strictObject({
    subscription_id: entityId,
    credits: z.int().min(1).max(10_000),
    reason: remark(1000).nullable().optional(),
    idempotency_key: remark(255)
      .min(1)
      .optional()
      .describe("Unique per subscription. A repeated key returns the first result and grants nothing."),
  })
  .meta({ id: "SandboxBumpRequest" });

export const creditEndpoints = [
  endpoint({
    id: "bumpSandbox",
    method: "PUT",
    path: "/subscriptions/sandbox-bump",
    tag: "Subscriptions",
    summary: "Grant a subscription more credits",
    audience: "operator",
    permission: "credits.change",
    body: SandboxBumpRequest,
    response: z.object({
      id: z.string().describe("The ID of the ledger entry."),
      subscription_id: z.string(),
      credits: z.int().describe("The number of credits granted."),
      remaining: z.int().describe("The remaining credits right after the grant."),
      reason: z.string().nullable(),
      idempotency_key: z.string().nullable(),
      created_at: z.iso.datetime(),
    }),
    errors: ["not_found", "conflict"],
    idempotent: true,
    readsUsage: true,
    handle: bump,
  }),
];

function bump(context: Context, call: BodyCall<typeof SandboxBumpRequest>) {
  const { subscription_id: subscriptionId, credits, reason = null } = call.body;
  const idempotencyKey = call.body.idempotency_key ?? null;
  const object = `/subscriptions/${subscriptionId}`;
  return auditedChange(context, call, "subscription.bump", object, async (tx, { actor, at }) => {
    const row = await lockSubscription(tx, subscriptionId);
    if (!row) throw subscriptionMissing(subscriptionId);
    if (row.unlimited) throw conflict("The credits of this subscription are already unlimited.");
    const granted = await bumpCredits(tx, {
      id: uuidv7(at),
      subscriptionId,
      credits,
      reason,
      idempotencyKey,
      actor: actorName(actor),
      at,
    });
    const answer = json({
      id: granted.id,
      subscription_id: subscriptionId,
      credits: granted.delta,
      remaining: granted.remaining_after,
      reason: granted.reason,
      idempotency_key: idempotencyKey,
      created_at: isoTime(granted.at),
    });
    if (granted.repeated) return answer;
    const after = { ledger_id: granted.id, credits, reason, remaining: granted.remaining_after };
    return { after, answer };
  });
}
