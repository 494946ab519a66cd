import { z } from "zod";
import { maskedUrl } from "../../../base/redaction.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type Caller, isOperator } from "../../../http/caller.ts";
import { InvalidRequest, notFound } from "../../../http/errors.ts";
import { webUrl } from "../../../management/apis/apis-url.ts";
import { entityId, remark } from "../../../management/common/identifiers.ts";
import { OutboundRefused } from "../../../outbound/guard.ts";
import { declaredEvents, isOnlyForOperators } from "../../../outbox/declared-events.ts";
import { type Webhook, webhooks } from "../../../outbox/webhook-rows.ts";
import { opened } from "../../../running/opened.ts";
import { Deliverer } from "../delivery/deliver.ts";

export const tag = "Webhooks";
export const byWebhook = z.object({ webhook_id: entityId.describe("The webhook's ID.") });

const members = {
  url: webUrl.max(2000).describe("Where events are sent. Redirects are not followed."),
  description: remark(500).describe("What the webhook is for."),
  types: z
    .array(z.enum(declaredEvents.map(({ type }) => type)))
    .min(1)
    .max(50)
    .describe("The types of events that it receives."),
  credit_thresholds: z
    .array(z.int().min(1).max(1_000_000_000_000))
    .max(10)
    .describe("Balances at which `credits.low` is sent, in credits. Needed for that type."),
};

export const WebhookInput = z
  .strictObject({
    ...members,
    description: members.description.default(""),
    credit_thresholds: members.credit_thresholds.default([]),
    user_id: entityId
      .optional()
      .describe("Operators only: the customer that it belongs to. Without it, it gets all events."),
  })
  .meta({ id: "WebhookInput" });

const states = ["active", "disabled"] as const;

export const WebhookUpdate = z
  .strictObject({ ...members, state: z.enum(states).describe("`active` also ends a failure.") })
  .partial()
  .meta({ id: "WebhookUpdate" });

export const WebhookShown = z
  .object({
    id: z.string(),
    user_id: z.string().nullable().describe("Its owner; null if it belongs to the operators."),
    url: z
      .string()
      .describe("Where events are sent. Its path and the values in its query are shown as `hidden`."),
    confirmed: z
      .boolean()
      .describe(
        "Whether the address has returned the `challenge` of a `webhook.test` event. Before that it gets no `dataset.changed` and `watch.changed`.",
      ),
    description: z.string().describe("What the webhook is for."),
    types: z.array(z.string()).describe("The types of events that it receives."),
    credit_thresholds: z.array(z.int()).describe("Balances at which `credits.low` is sent."),
    state: z.enum(states).describe("A disabled webhook gets no events."),
    failing_since: z.iso
      .datetime()
      .nullable()
      .describe("Since when every attempt has failed; null if the last one succeeded."),
    disabled_at: z.iso.datetime().nullable().describe("When it was disabled; null if it is active."),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Webhook" });

/** The webhook as callers see it. */
export const toWebhook = (row: Webhook): z.output<typeof WebhookShown> => ({
  ...wireOf(row, "id", "userId"),
  url: maskedUrl(row.url),
  confirmed: !row.unconfirmed,
  ...wireOf(row, "description", "types", "creditThresholds", "state"),
  ...timesOf(row, "failingSince", "disabledAt", "createdAt", "updatedAt"),
});

/** The webhook if it exists and the caller may see it; otherwise 404. */
export function requireWebhook(row: Webhook | undefined, id: string, caller: Caller): Webhook {
  const own = caller.kind === "user" && row?.userId === caller.userId;
  if (row && (isOperator(caller) || own)) return row;
  throw notFound(`Webhook ${id} not found.`);
}

export async function findWebhook(db: Queries, id: string, caller: Caller): Promise<Webhook> {
  return requireWebhook(await webhooks.find(db, id), id, caller);
}

/** What decides which events a webhook receives. */
export type Receives = Pick<Webhook, "userId" | "types" | "creditThresholds">;

/** Throws 422 for types that the owner cannot receive, and for `credits.low` without a threshold. */
export function requireReceivable({ userId, types, creditThresholds }: Receives): void {
  const refused = userId === null ? undefined : types.find(isOnlyForOperators);
  if (refused)
    throw new InvalidRequest(["body", "types"], `only operators' webhooks receive ${refused}`, types);
  if (types.includes("credits.low") && creditThresholds.length === 0)
    throw new InvalidRequest(["body", "credit_thresholds"], "credits.low needs a threshold", []);
}

/** Throws 422 for an address that is never connected to. A name without an address yet is accepted. */
export async function requireAddress(context: Context, url: string, userId: string | null): Promise<void> {
  try {
    await opened(context, Deliverer).guardOf(userId).requireAllowed(url);
  } catch (error) {
    if (error instanceof OutboundRefused) throw new InvalidRequest(["body", "url"], error.message, url);
  }
}

/** Replaces the thresholds by which balances are compared. */
export async function writeThresholds(
  tx: Queries,
  id: string,
  { userId, types, creditThresholds }: Receives,
): Promise<void> {
  await tx.run(sql`delete from credit_threshold where webhook_id = ${id}`);
  const thresholds = new Set(types.includes("credits.low") ? creditThresholds : []);
  if (types.includes("credits.gone")) thresholds.add(0);
  for (const credits of thresholds)
    await tx.run(sql`
      insert into credit_threshold (user_id, credits, webhook_id) values (${userId ?? ""}, ${credits}, ${id})`);
}
