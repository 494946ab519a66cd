import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { join, type Sql, sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { notFound } from "../../../http/errors.ts";
import { filteredPath, listAnswer, offsetOf, PageQuery } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { declaredEvents } from "../../../outbox/declared-events.ts";
import { deliveries, deliveryStates } from "../../../outbox/webhook-rows.ts";
import { attempts } from "../delivery/attempt.ts";
import { type DueDelivery, eventAt, payloadOf } from "../delivery/deliveries.ts";
import { byWebhook, findWebhook, tag } from "./webhook-resource.ts";

const DeliveriesQuery = PageQuery.extend({
  state: z.enum(deliveryStates).optional().describe("Only deliveries in this state."),
  type: z
    .enum([...declaredEvents.map(({ type }) => type), "webhook.test"])
    .optional()
    .describe("Only events of this type."),
});

const DeliveryShown = z
  .object({
    event_id: z.string().describe("The event's ID: `webhook-id` of every request, also of replayed ones."),
    type: z.string().describe("The event's type."),
    state: z.enum(deliveryStates).describe("`pending`: an attempt is due or under way."),
    created_at: z.iso.datetime().describe("When the event happened."),
    attempts: z.int().describe("Requests so far."),
    next_attempt_at: z.iso.datetime().nullable().describe("When the next one is due; null if none is."),
    ended_at: z.iso.datetime().nullable().describe("When it was delivered or given up."),
    response_code: z.int().nullable().describe("Status of the last response; null without one."),
    error: z.string().nullable().describe("Why the last attempt failed; null if it succeeded."),
  })
  .meta({ id: "WebhookDelivery" });

const Attempt = z
  .object({
    number: z.int().describe("From 1."),
    at: z.iso.datetime().describe("When it began."),
    time: z.number().describe("Milliseconds until its end."),
    response_code: z.int().nullable().describe("Status of the response; null without one."),
    error: z.string().nullable().describe("Why it failed; null if it succeeded."),
    response: z.string().nullable().describe("The first 4 KiB of the response's body; null without one."),
  })
  .meta({ id: "WebhookAttempt" });

const DeliveryDetail = DeliveryShown.extend({
  body: z.string().describe("The body of every request."),
  log: z.array(Attempt).describe("The requests, oldest first; the last 100."),
});

export const byDelivery = byWebhook.extend({ event_id: entityId.describe("The event's ID.") });

export const webhookDeliveryEndpoints = [
  endpoint({
    id: "listWebhookDeliveries",
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    tag,
    summary: "List the deliveries of a webhook, newest event first",
    description: "They are kept for VINGATE_WEBHOOK_DAYS days.",
    audience: "customer",
    permission: "events.view",
    params: byWebhook,
    query: DeliveriesQuery,
    response: z.array(DeliveryShown),
    errors: ["not_found"],
    extension: true,
    handle: listDeliveries,
  }),
  endpoint({
    id: "getWebhookDelivery",
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries/{event_id}",
    tag,
    summary: "Read a delivery with its body and its attempts",
    audience: "customer",
    permission: "events.view",
    params: byDelivery,
    response: DeliveryDetail,
    errors: ["not_found"],
    extension: true,
    handle: getDelivery,
  }),
];

interface ListedDelivery extends DueDelivery {
  readonly status: number | null;
  readonly error: string | null;
}

const readDeliveries = (db: Queries, rest: Sql) =>
  deliveries.all<ListedDelivery>(
    db,
    sql`select ${deliveries.columns}, e.type, ${eventAt} as at, a.status, a.error, e.data
    from webhook_delivery d join outbox_event e on e.event_id = d.event_id
      left join webhook_attempt a on a.webhook_id = d.webhook_id and a.event_id = d.event_id and a.number = d.attempts
    where ${rest}`,
  );

const toDelivery = (row: ListedDelivery): z.output<typeof DeliveryShown> => ({
  ...wireOf(row, "eventId", "type", "state"),
  created_at: isoTime(row.at),
  ...wireOf(row, "attempts"),
  next_attempt_at: row.state === "pending" ? isoTime(row.dueAt) : null,
  ...timesOf(row, "endedAt"),
  response_code: row.status,
  ...wireOf(row, "error"),
});

async function listDeliveries(
  { database }: Context,
  call: QueryCall<typeof DeliveriesQuery, { webhook_id: string }>,
) {
  const { webhook_id: id } = call.params;
  const { state, type, ...page } = call.query;
  await findWebhook(database, id, call.caller);
  const conditions = [sql`d.webhook_id = ${id}`];
  if (state !== undefined) conditions.push(sql`d.state = ${state}`);
  if (type !== undefined) conditions.push(sql`e.type = ${type}`);
  const where = join(conditions, " and ");
  const events = type === undefined ? sql`` : sql`join outbox_event e on e.event_id = d.event_id`;
  const total = await countOf(database, sql`webhook_delivery d ${events} where ${where}`);
  const rows = await readDeliveries(
    database,
    sql`${where} order by d.event_id desc limit ${page.page_size} offset ${offsetOf(page)}`,
  );
  const path = filteredPath(`/webhooks/${id}/deliveries`, { state, type });
  return listAnswer(rows.map(toDelivery), total, path, page);
}

export const deliveryMissing = (id: string, eventId: string) =>
  notFound(`Webhook ${id} has no delivery of event ${eventId}.`);

async function getDelivery({ database }: Context, call: Call<{ webhook_id: string; event_id: string }>) {
  const { webhook_id: id, event_id: eventId } = call.params;
  await findWebhook(database, id, call.caller);
  const one = sql`d.webhook_id = ${id} and d.event_id = ${eventId}`;
  const [row] = await readDeliveries(database, one);
  if (!row) throw deliveryMissing(id, eventId);
  const log = await attempts.select(
    database,
    sql`where webhook_id = ${id} and event_id = ${eventId} order by number desc limit 100`,
  );
  return json({
    ...toDelivery(row),
    body: payloadOf(row),
    log: log.reverse().map(
      ({ number, at, durationMs, status, error, response }): z.output<typeof Attempt> => ({
        number,
        at: isoTime(at),
        time: durationMs,
        response_code: status,
        error,
        response,
      }),
    ),
  } satisfies z.output<typeof DeliveryDetail>);
}
