import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type Caller, isOperator } from "../../../http/caller.ts";
import { type BodyCall, type Call, json, noStore, type QueryCall } from "../../../http/endpoint.ts";
import { conflict, forbidden } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { findUser, lockUser, userMissing } from "../../../management/common/user-resource.ts";
import { declaredEvent } from "../../../outbox/declared-events.ts";
import { createSecret, secretContext } from "../../../outbox/signature.ts";
import { lockWebhook, schedule, webhooks, webhooksEnded } from "../../../outbox/webhook-rows.ts";
import { addressOf, storedUrl } from "../delivery/webhook-address.ts";
import { decideDisabled, decideLeft, failPending } from "../delivery/webhook-decisions.ts";
import { webhookSettings } from "../settings.ts";
import {
  byWebhook,
  findWebhook,
  type Receives,
  requireAddress,
  requireReceivable,
  requireWebhook,
  tag,
  toWebhook,
  WebhookInput,
  WebhookShown,
  WebhookUpdate,
  writeThresholds,
} from "./webhook-resource.ts";
import { sendTest } from "./webhook-test.ts";

const WebhooksQuery = PageQuery.extend({
  user_id: entityId
    .optional()
    .describe("Only webhooks of this user; `operators` for those of the operators."),
});
const Created = WebhookShown.extend({
  secret: z.string().describe("The secret of its signatures; `listWebhookSecrets` shows it again."),
});

export const webhookEndpoints = [
  endpoint({
    id: "listWebhooks",
    exported: "webhooks",
    method: "GET",
    path: "/webhooks",
    tag,
    summary: "List webhooks, newest first; customers see their own",
    audience: "customer",
    permission: "events.view",
    query: WebhooksQuery,
    response: z.array(WebhookShown),
    extension: true,
    handle: listWebhooks,
  }),
  endpoint({
    id: "createWebhook",
    method: "POST",
    path: "/webhooks",
    tag,
    summary: "Create a webhook",
    description: [
      "Events are sent as Standard Webhooks, signed with its secret.",
      "A customer's webhook gets the events of its own subscriptions, an operator's those of all.",
      "VINGATE_WEBHOOKS_MAX limits the webhooks of a customer (409).",
    ].join(" "),
    audience: "customer",
    permission: "events.change",
    body: WebhookInput,
    response: Created,
    errors: ["not_found", "conflict", "forbidden"],
    idempotent: true,
    extension: true,
    handle: createWebhook,
  }),
  endpoint({
    id: "getWebhook",
    method: "GET",
    path: "/webhooks/{webhook_id}",
    tag,
    summary: "Read a webhook, without its secret",
    audience: "customer",
    permission: "events.view",
    params: byWebhook,
    response: WebhookShown,
    errors: ["not_found"],
    extension: true,
    handle: async ({ database }, { params: { webhook_id: id }, caller }) =>
      json(toWebhook(await findWebhook(database, id, caller))),
  }),
  endpoint({
    id: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    tag,
    summary: "Change, disable or enable a webhook",
    description: "Omitted members do not change. Its pending deliveries fail when it is disabled.",
    audience: "customer",
    permission: "events.change",
    params: byWebhook,
    lock: (tx, { webhook_id: id }) => lockWebhook(tx, id),
    body: WebhookUpdate,
    response: WebhookShown,
    errors: ["not_found"],
    extension: true,
    handle: updateWebhook,
  }),
  endpoint({
    id: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
    tag,
    summary: "Delete a webhook and the log of its deliveries",
    audience: "customer",
    permission: "events.change",
    params: byWebhook,
    lock: (tx, { webhook_id: id }) => lockWebhook(tx, id),
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["not_found"],
    extension: true,
    handle: deleteWebhook,
  }),
];

function listWebhooks({ database }: Context, { caller, query }: QueryCall<typeof WebhooksQuery>) {
  return pageAnswer(database, query, {
    rows: webhooks,
    path: "/webhooks",
    ...(caller.kind === "user" && !isOperator(caller) && { where: sql`user_id = ${caller.userId}` }),
    filters: {
      user_id: (id) => (id === "operators" ? sql`user_id is null` : sql`user_id = ${id}`),
    },
    shown: (rows) => rows.map(toWebhook),
  });
}

/** The owner of a new webhook: a customer's is its own, an operator's the operators' or a user's. */
function ownerOf(caller: Caller, wanted: string | undefined): string | null {
  if (isOperator(caller)) return wanted ?? null;
  const own = caller.kind === "user" ? caller.userId : "";
  if (wanted !== undefined && wanted !== own) throw forbidden("Only operators create webhooks for others.");
  return own;
}

async function createWebhook(context: Context, call: BodyCall<typeof WebhookInput>) {
  const { body } = call;
  const userId = ownerOf(call.caller, body.user_id);
  const { types, credit_thresholds: creditThresholds, description } = body;
  const receives = { userId, types, creditThresholds };
  requireReceivable(receives);
  if (userId !== null && !(await findUser(context.database, userId))) throw userMissing(userId);
  await requireAddress(context, body.url, userId);
  const id = uuidv7(context.clock());
  const secret = createSecret();
  const { vault } = context.identity;
  const sealed = vault.seal(secret, secretContext(id));
  return auditedChange(context, call, "webhook.create", `/webhooks/${id}`, async (tx, { at }) => {
    if (userId !== null) await requireRoom(tx, userId, webhookSettings.of(context.config).webhooksMax);
    const row = webhooks.row({
      id,
      ...receives,
      ...storedUrl(id, body.url, vault),
      unconfirmed: userId !== null,
      description,
      sealed,
      state: "active",
      createdAt: at,
      updatedAt: at,
    });
    await webhooks.insert(tx, row);
    await writeThresholds(tx, id, receives);
    if (needsConfirmation(receives)) await sendTest(tx, row, vault, at);
    const after = toWebhook(row);
    return { after, answer: json({ ...after, secret }, noStore) };
  });
}

/** Whether a webhook gets nothing of what it is for until its address is confirmed: a test event requests that. */
function needsConfirmation({ userId, types }: Receives): boolean {
  return userId !== null && types.some((type) => declaredEvent(type)?.causedByOthers);
}

/** Throws 409 if a customer has as many webhooks as the setting allows. */
async function requireRoom(tx: Queries, userId: string, most: number): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user || user.state === "deleted") throw userMissing(userId);
  const total = await webhooks.count(tx, sql`user_id = ${userId}`);
  if (total >= most)
    throw conflict(`Limit reached: ${most} webhooks per customer. Delete one that is not used.`);
}

async function updateWebhook(context: Context, call: BodyCall<typeof WebhookUpdate, { webhook_id: string }>) {
  const { webhook_id: id } = call.params;
  const { body } = call;
  const found = await findWebhook(context.database, id, call.caller);
  const { vault } = context.identity;
  // A form sends the URL back as it was shown.
  const same = [toWebhook(found).url, addressOf(found, vault)];
  const moved = body.url !== undefined && !same.includes(body.url) ? body.url : undefined;
  if (moved !== undefined) await requireAddress(context, moved, found.userId);
  return auditedChange(context, call, "webhook.update", `/webhooks/${id}`, async (tx, { at }) => {
    const row = requireWebhook(await lockWebhook(tx, id), id, call.caller);
    const before = toWebhook(row);
    const receives = {
      userId: row.userId,
      types: body.types ?? row.types,
      creditThresholds: body.credit_thresholds ?? row.creditThresholds,
    };
    requireReceivable(receives);
    const state = body.state ?? row.state;
    const enabled = body.state === "active";
    const changed = {
      ...row,
      ...receives,
      ...(moved !== undefined && { ...storedUrl(id, moved, vault), unconfirmed: row.userId !== null }),
      description: body.description ?? row.description,
      state,
      disabledAt: state === "active" ? null : (row.disabledAt ?? at),
      failingSince: enabled ? null : row.failingSince,
      updatedAt: at,
    };
    await webhooks.put(tx, [changed]);
    await writeThresholds(tx, id, receives);
    const isNew = moved !== undefined || (body.types !== undefined && row.unconfirmed);
    if (isNew && state === "active" && needsConfirmation(receives)) await sendTest(tx, changed, vault, at);
    if (state === "disabled") await failPending(tx, id, at);
    if (state === "disabled" && row.state === "active") decideDisabled(tx, id);
    else if (moved !== undefined) decideLeft(tx, id, addressOf(row, vault));
    await schedule(tx, sql`id = ${id}`);
    return { before, after: toWebhook(changed) };
  });
}

function deleteWebhook(context: Context, call: Call<{ webhook_id: string }>) {
  const { webhook_id: id } = call.params;
  return auditedChange(context, call, "webhook.delete", `/webhooks/${id}`, async (tx) => {
    const row = requireWebhook(await lockWebhook(tx, id), id, call.caller);
    await webhooksEnded.end(tx, sql`id = ${id}`);
    return { before: toWebhook(row), answer: json({ status: "success", id }) };
  });
}
