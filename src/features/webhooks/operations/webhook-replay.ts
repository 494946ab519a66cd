import { z } from "zod";
import { auditContext } from "../../../access/audit.ts";
import { auditedChange } from "../../../access/audited-change.ts";
import { hourMs } from "../../../base/durations.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type BodyCall, type Call, json } from "../../../http/endpoint.ts";
import { conflict, tooManyCalls } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { deliveryStates, lockWebhook, schedule, type Webhook } from "../../../outbox/webhook-rows.ts";
import { firstEventId } from "../../../outbox/write-events.ts";
import { deliveryMissing } from "./webhook-deliveries.ts";
import { byWebhook, requireWebhook, tag } from "./webhook-resource.ts";
import { sendTest } from "./webhook-test.ts";

/** Events that a customer's webhook can get again within an hour: more could flood an address of somebody else. */
const resentMax = { confirmed: 1000, unconfirmed: 20 } as const;

const ReplayRequest = z
  .strictObject({
    event_id: entityId.optional().describe("Only this event."),
    since: z.iso.datetime({ offset: true }).optional().describe("All events made at or after this time."),
    state: z.enum(deliveryStates).optional().describe("Only deliveries in this state, such as `failed`."),
  })
  .refine(
    ({ event_id, since }) => (event_id === undefined) !== (since === undefined),
    "send either event_id or since",
  )
  .meta({ id: "WebhookReplay" });

export const webhookReplayEndpoints = [
  endpoint({
    id: "testWebhook",
    effect: "change",
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    tag,
    summary: "Send a `webhook.test` event to a webhook",
    description:
      "It is delivered within a second or so; `getWebhookDelivery` shows what came of it. An address that returns the event's `challenge` is confirmed.",
    audience: "customer",
    permission: "events.change",
    params: byWebhook,
    response: z.object({ event_id: z.string().describe("The event's ID.") }),
    errors: ["not_found", "conflict", "rate_limited"],
    extension: true,
    handle: testWebhook,
  }),
  endpoint({
    id: "replayWebhook",
    effect: "change",
    method: "POST",
    path: "/webhooks/{webhook_id}/replay",
    tag,
    summary: "Send one event again, or all since a time",
    description:
      "They keep their IDs, so that a receiver can ignore those that it has. Retries begin again. A customer's webhook gets 1,000 events again within an hour, one that is not confirmed 20.",
    audience: "customer",
    permission: "events.change",
    params: byWebhook,
    body: ReplayRequest,
    response: z.object({ replayed: z.int().describe("The events that are sent again.") }),
    errors: ["not_found", "conflict", "rate_limited"],
    extension: true,
    handle: replay,
  }),
];

/** Locks a webhook that gets events. Throws 409 if it is disabled. */
async function lockActive(tx: Queries, id: string, call: Call): Promise<Webhook> {
  const row = requireWebhook(await lockWebhook(tx, id), id, call.caller);
  if (row.state === "active") return row;
  throw conflict("The webhook is disabled. Enable it first.");
}

/** Counts events that are sent again. Throws 429 for more than the webhook may get. */
async function countResent(tx: Queries, row: Webhook, events: number, now: number): Promise<void> {
  if (row.userId === null) return;
  const hour = Math.floor(now / hourMs);
  const { resent } = (await tx.get<{ resent: number }>(sql`
    update webhook set resent = ${events} + case when resent_hour = ${hour} then resent else 0 end,
      resent_hour = ${hour}
    where id = ${row.id} returning resent`))!;
  const most = row.unconfirmed ? resentMax.unconfirmed : resentMax.confirmed;
  if (resent <= most) return;
  const hint = row.unconfirmed ? " Confirm its address first: return the challenge of a test event." : "";
  throw tooManyCalls(
    `A webhook gets at most ${most} events again within an hour; this would be ${resent}.${hint}`,
    ((hour + 1) * hourMs - now) / 1000,
  );
}

function testWebhook(context: Context, call: Call<{ webhook_id: string }>) {
  const { webhook_id: id } = call.params;
  const { at } = auditContext(context, call);
  return call.change(async (tx) => {
    const row = await lockActive(tx, id, call);
    await countResent(tx, row, 1, at);
    return json({ event_id: await sendTest(tx, row, context.identity.vault, at) });
  });
}

function replay(context: Context, call: BodyCall<typeof ReplayRequest, { webhook_id: string }>) {
  const { webhook_id: id } = call.params;
  const { event_id: eventId, since, state } = call.body;
  return auditedChange(context, call, "webhook.replay", `/webhooks/${id}`, async (tx, { at }) => {
    const row = await lockActive(tx, id, call);
    const which =
      eventId === undefined
        ? sql`event_id >= ${firstEventId(Math.max(0, Date.parse(since!)))}`
        : sql`event_id = ${eventId}`;
    const inState = state === undefined ? sql`1 = 1` : sql`state = ${state}`;
    const replayed = await tx.run(sql`
      update webhook_delivery set state = 'pending', due_at = ${at}, retries = 0, ended_at = null
      where webhook_id = ${id} and ${which} and ${inState}`);
    await countResent(tx, row, replayed, at);
    if (eventId !== undefined && replayed === 0) throw deliveryMissing(id, eventId);
    await schedule(tx, sql`id = ${id}`);
    return { after: { ...call.body, replayed }, answer: json({ replayed }) };
  });
}
