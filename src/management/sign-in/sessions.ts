import { z } from "zod";
import { auditedChange } from "../../access/audited-change.ts";
import { signInMethods } from "../../access/proof.ts";
import { accessTokens } from "../../access/token-rows.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { Caller } from "../../http/caller.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { entityId } from "../common/identifiers.ts";
import { findUser, lockUser } from "../common/user-resource.ts";
import { agentText } from "./agent-text.ts";
import { requireSignInOf } from "./sign-in-of.ts";

const Session = z
  .object({
    id: z.string(),
    method: z
      .enum(signInMethods)
      .nullable()
      .describe("How the user proved who it is; null for sessions of an earlier version."),
    agent: z
      .string()
      .nullable()
      .describe("Browser and system, such as `Firefox on Linux`, or the name of a program; null if unknown."),
    address: z.string().nullable().describe("The IP address from which the session began."),
    signed_in_at: z.iso.datetime(),
    last_active_at: z.iso.datetime().describe("Accurate to a minute."),
    is_this: z.boolean().describe("Whether this call uses the session."),
  })
  .meta({ id: "Session" });

const byId = z.object({ id: entityId });
const bySessionId = z.object({ id: entityId, session_id: entityId });
const common = { tag: "Users", audience: "customer", permission: "session.change", extension: true } as const;

export const sessionEndpoints = [
  endpoint({
    ...common,
    id: "listSessions",
    permission: "sign-in.view",
    exported: "sessions",
    method: "GET",
    path: "/users/{id}/sessions",
    summary: "List a user's sessions, the last active first",
    description: "An account has at most 50. Access tokens are listed at `/users/{id}/tokens`.",
    params: byId,
    response: z.array(Session),
    errors: ["forbidden", "not_found"],
    handle: listSessions,
  }),
  endpoint({
    ...common,
    id: "endOtherSessions",
    method: "DELETE",
    path: "/users/{id}/sessions",
    summary: "End a user's sessions, except that of this call",
    description: "Access tokens stay.",
    params: byId,
    lock: (tx, { id }) => lockUser(tx, id),
    response: z.object({ ended: z.int() }),
    errors: ["forbidden", "not_found"],
    handle: endOthers,
  }),
  endpoint({
    ...common,
    id: "endSession",
    method: "DELETE",
    path: "/users/{id}/sessions/{session_id}",
    summary: "End one session of a user",
    params: bySessionId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["forbidden", "not_found"],
    handle: endSession,
  }),
];

const live = (userId: string, now: number) =>
  sql`user_id = ${userId} and kind = 'vgs' and id is not null and expires_at > ${now}`;

const ownDigest = (caller: Caller): string => (caller.kind === "user" ? caller.digest : "");

async function requireUser(db: Queries, caller: Caller, id: string): Promise<void> {
  requireSignInOf(caller, id, await findUser(db, id));
}

async function listSessions({ database, clock }: Context, { caller, params: { id } }: Call<{ id: string }>) {
  await requireUser(database, caller, id);
  const rows = await accessTokens.select(
    database,
    sql`where ${live(id, clock())} order by last_used_at desc, id desc`,
  );
  return json(
    rows.map(
      (row): z.output<typeof Session> => ({
        id: row.id!,
        method: row.method,
        agent: agentText(row.agent),
        address: row.address,
        signed_in_at: isoTime(row.createdAt),
        last_active_at: isoTime(row.lastUsedAt ?? row.createdAt),
        is_this: row.digest === ownDigest(caller),
      }),
    ),
  );
}

function endOthers(context: Context, call: Call<{ id: string }>) {
  const { caller } = call;
  const { id } = call.params;
  return auditedChange(context, call, "user.end_sessions", `/users/${id}`, async (tx, { at }) => {
    await requireUser(tx, caller, id);
    const ended = await tx.run(sql`
      delete from access_token where ${live(id, at)} and digest <> ${ownDigest(caller)}`);
    return ended > 0 ? { after: { ended } } : json({ ended });
  });
}

function endSession(context: Context, call: Call<{ id: string; session_id: string }>) {
  const { caller } = call;
  const { id, session_id: sessionId } = call.params;
  return auditedChange(context, call, "user.end_session", `/users/${id}`, async (tx, { at }) => {
    await requireUser(tx, caller, id);
    const ended = await tx.run(sql`delete from access_token where ${live(id, at)} and id = ${sessionId}`);
    if (ended === 0) throw notFound(`User ${id} has no session ${sessionId}.`);
    return { before: { id: sessionId }, answer: json({ status: "success", id: sessionId }) };
  });
}
