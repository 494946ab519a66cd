import { z } from "zod";
import { actorName } from "../../access/audit.ts";
import { auditedChange } from "../../access/audited-change.ts";
import { isoTime } from "../../base/clock.ts";
import { uuidv7 } from "../../base/ids.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { adjustCredits } from "../../metering/credits/adjust-credits.ts";
import { entityId, remark } from "../common/identifiers.ts";
import { StillLeased, withLeasesReturned } from "./returned-leases.ts";
import { lockSubscription, subscriptionMissing } from "./subscription-resource.ts";

const creditsMax = 1_000_000_000;

export const CreditsRequest = z
  .strictObject({
    change: z
      .int()
      .min(-creditsMax)
      .max(creditsMax)
      .optional()
      .describe("The credits to add; negative to remove credits."),
    set: z.int().min(0).max(creditsMax).optional().describe("The remaining credits after the change."),
    reason: remark(1000).nullable().optional(),
    idempotency_key: remark(255)
      .min(1)
      .optional()
      .describe("Unique per subscription. A repeated key returns the first result and changes nothing."),
  })
  .refine(
    ({ change, set }) => (change === undefined) !== (set === undefined),
    "needs exactly one of change and set",
  )
  .meta({ id: "CreditsRequest", oneOf: [{ required: ["change"] }, { required: ["set"] }] });

export const adjustCreditsEndpoints = [
  endpoint({
    id: "adjustCredits",
    method: "POST",
    path: "/subscriptions/{id}/credits",
    tag: "Subscriptions",
    summary: "Add, remove or set a subscription's credits",
    description:
      "Credits never fall below zero (409). If nodes must first return reserved credits, lookups of the subscription get 503 for a moment.",
    audience: "operator",
    permission: "credits.change",
    params: z.object({ id: entityId }),
    body: CreditsRequest,
    response: z.object({
      id: z.string().describe("The ID of the ledger entry."),
      subscription_id: z.string(),
      change: z.int().describe("The credits added; negative if credits were removed."),
      remaining: z.int().describe("The remaining credits right after the change."),
      reason: z.string().nullable(),
      idempotency_key: z.string().nullable(),
      created_at: z.iso.datetime(),
    }),
    errors: ["not_found", "conflict"],
    extension: true,
    idempotent: true,
    readsUsage: true,
    handle: adjust,
  }),
];

type CreditsCall = BodyCall<typeof CreditsRequest, { id: string }>;

/** Repeated after leases are returned. */
function adjust(context: Context, call: CreditsCall) {
  return withLeasesReturned(context, call.params.id, () => change(context, call));
}

function change(context: Context, call: CreditsCall) {
  const { id } = call.params;
  const { body } = call;
  const idempotencyKey = body.idempotency_key ?? null;
  const object = `/subscriptions/${id}`;
  return auditedChange(context, call, "subscription.adjust_credits", object, async (tx, { actor, at }) => {
    const row = await lockSubscription(tx, id);
    if (!row) throw subscriptionMissing(id);
    if (row.unlimited) throw conflict("The credits of this subscription are already unlimited.");
    const adjusted = await adjustCredits(tx, {
      id: uuidv7(at),
      subscriptionId: id,
      to: body.set === undefined ? { change: body.change! } : { set: body.set },
      reason: body.reason ?? null,
      idempotencyKey,
      actor: actorName(actor),
      at,
    });
    if (adjusted === "leased") throw new StillLeased();
    if (adjusted === "too few") throw conflict("Not enough credits. Nothing was changed.");
    const { delta, reason, remaining_after: remaining } = adjusted;
    const answer = json({
      id: adjusted.id,
      subscription_id: id,
      change: delta,
      remaining,
      reason,
      idempotency_key: idempotencyKey,
      created_at: isoTime(adjusted.at),
    });
    if (adjusted.repeated) return answer;
    return { after: { ledger_id: adjusted.id, change: delta, reason, remaining }, answer };
  });
}
