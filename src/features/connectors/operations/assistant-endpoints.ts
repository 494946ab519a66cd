import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type BodyCall, type Call, json } from "../../../http/endpoint.ts";
import { notFound } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { findUser, lockUser } from "../../../management/common/user-resource.ts";
import { requireSignInOf } from "../../../management/sign-in/sign-in-of.ts";
import { type Assistant, assistantPath, assistants, endAssistant, live } from "../assistants.ts";
import { dayOf } from "../spending.ts";

const limitMax = 1_000_000_000;

export const creditsPerDay = z
  .int()
  .min(1)
  .max(limitMax)
  .describe("The most credits that the assistant spends per day (UTC).");

const AssistantShown = z
  .object({
    id: z.string(),
    name: z.string().describe("Of the program, by its own words."),
    host: z.string().describe("Where the user returned: a host, or `this computer`."),
    subscription_id: z.string(),
    subscription_name: z.string(),
    account: z.string().describe("Whose subscription it is: the user's, or an organization's."),
    credits_per_day: z.int().describe("The most credits that it spends per day (UTC)."),
    credits_today: z.int().describe("Spent since midnight (UTC), with calls that have not ended."),
    credits_this_month: z.int().describe("Spent since the first of the month (UTC)."),
    connected_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().describe("Accurate to a minute; null if it was never used."),
  })
  .meta({ id: "Assistant" });

export const AssistantPatch = z
  .strictObject({ credits_per_day: creditsPerDay })
  .meta({ id: "AssistantPatch", example: { credits_per_day: 100 } });

const byId = z.object({ id: entityId });
const byAssistantId = z.object({ id: entityId, assistant_id: entityId });
type ByAssistantId = z.output<typeof byAssistantId>;
const common = {
  tag: "Assistants",
  audience: "customer",
  permission: "self.change",
  extension: true,
} as const;

/** The assistants that a user has connected. */
export const assistantEndpoints = [
  endpoint({
    ...common,
    id: "listAssistants",
    permission: "sign-in.view",
    exported: "assistants",
    method: "GET",
    path: "/users/{id}/assistants",
    summary: "List the assistants that a user has connected, the newest first",
    description: "A user has at most 50. One whose subscription or membership has ended is not listed.",
    params: byId,
    response: z.array(AssistantShown),
    errors: ["forbidden", "not_found"],
    handle: list,
  }),
  endpoint({
    ...common,
    id: "changeAssistant",
    effect: "enter",
    method: "PATCH",
    path: "/users/{id}/assistants/{assistant_id}",
    summary: "Change how much an assistant spends per day",
    description: "It applies to the next call.",
    params: byAssistantId,
    body: AssistantPatch,
    response: AssistantShown,
    errors: ["forbidden", "not_found"],
    handle: change,
  }),
  endpoint({
    ...common,
    id: "disconnectAssistant",
    permission: "session.change",
    method: "DELETE",
    path: "/users/{id}/assistants/{assistant_id}",
    summary: "Disconnect an assistant",
    description: "Its next call returns 401. It stays registered, and the user can connect it again.",
    params: byAssistantId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["forbidden", "not_found"],
    handle: disconnect,
  }),
];

interface Listed extends Assistant {
  readonly subscription: string;
  readonly first: string;
  readonly last: string;
  readonly today: number | null;
  readonly month: number | null;
}

async function rowsOf(db: Queries, userId: string, now: number, assistantId?: string): Promise<Listed[]> {
  const today = dayOf(now);
  const one = assistantId === undefined ? sql`1 = 1` : sql`a.id = ${assistantId}`;
  return assistants.all<Listed>(
    db,
    sql`select ${assistants.columns}, s.display_name as subscription, o.first_name as first, o.last_name as last,
      (select d.credits from assistant_day d where d.assistant_id = a.id and d.day = ${today}) as today,
      (select sum(d.credits) from assistant_day d
        where d.assistant_id = a.id and d.day >= ${`${today.slice(0, 8)}01`} and d.day <= ${today}) as month
    from assistant a ${live} and a.user_id = ${userId} and a.connected_at is not null and ${one}
    order by a.created_at desc, a.id desc`,
  );
}

const shown = (row: Listed): z.output<typeof AssistantShown> => ({
  ...wireOf(row, "id", "name", "host", "subscriptionId"),
  subscription_name: row.subscription,
  account: [row.first, row.last].filter((name) => name !== "").join(" "),
  ...wireOf(row, "creditsPerDay"),
  credits_today: row.today ?? 0,
  credits_this_month: Number(row.month ?? 0),
  connected_at: isoTime(row.connectedAt!),
  ...timesOf(row, "lastUsedAt"),
});

const missing = (userId: string, id: string) => notFound(`User ${userId} has no assistant ${id}.`);

async function list({ database, clock }: Context, { caller, params: { id } }: Call<{ id: string }>) {
  requireSignInOf(caller, id, await findUser(database, id));
  return json((await rowsOf(database, id, clock())).map(shown));
}

/** Locks the user, and resolves to one of its assistants. */
async function requireAssistant(tx: Queries, call: Call<ByAssistantId>, now: number): Promise<Listed> {
  const { id, assistant_id: assistantId } = call.params;
  requireSignInOf(call.caller, id, await lockUser(tx, id));
  const [row] = await rowsOf(tx, id, now, assistantId);
  if (!row) throw missing(id, assistantId);
  return row;
}

function change(context: Context, call: BodyCall<typeof AssistantPatch, ByAssistantId>) {
  const { credits_per_day: limit } = call.body;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const row = await requireAssistant(tx, call, audit.at);
    await tx.run(sql`update assistant set credits_per_day = ${limit} where id = ${row.id}`);
    await recordAudit(tx, {
      ...audit,
      action: "assistant.change",
      object: assistantPath(row),
      before: wireOf(row, "creditsPerDay"),
      after: call.body,
    });
    return json(shown({ ...row, creditsPerDay: limit }));
  });
}

function disconnect(context: Context, call: Call<ByAssistantId>) {
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const row = await requireAssistant(tx, call, audit.at);
    await endAssistant(tx, row, audit);
    return json({ status: "success", id: row.id });
  });
}
