import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json, noStore } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { recordAudit } from "../../identity/audit.ts";
import { digestToken, mintToken } from "../../identity/tokens.ts";
import { auditContext } from "../audit-context.ts";
import { entityId } from "../identifiers.ts";
import { lockUser, requireOwn, userMissing } from "./user-records.ts";

const tokenMs = 30 * dayMs;

export const accessTokenEndpoints = [
  endpoint({
    id: "createUserToken",
    method: "POST",
    path: "/users/{id}/token",
    tag: "Users",
    summary: "Create an access token for a user; it is shown once and is valid for 30 days",
    description:
      "For programs: the token may do what the user may do, until it expires or logs out. No body is read.",
    audience: "customer",
    params: z.object({ id: entityId }),
    response: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
    errors: ["not_found", "conflict"],
    handle: createToken,
  }),
];

async function createToken(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  requireOwn(call.caller, id);
  const audit = auditContext(context, call);
  const token = mintToken("vgt");
  const expiresAt = audit.at + tokenMs;
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userMissing(id);
    if (user.state !== "active") throw new ApiError("conflict", `This account is ${user.state}.`);
    await tx.run(sql`delete from access_token where user_id = ${id} and expires_at <= ${audit.at}`);
    await tx.run(sql`
        insert into access_token (digest, kind, user_id, created_at, expires_at)
        values (${digestToken(token)}, 'vgt', ${id}, ${audit.at}, ${expiresAt})`);
    await recordAudit(tx, { ...audit, action: "user.create_token", object: `/users/${id}` });
    return json({ token, expires_at: isoTime(expiresAt) }, noStore);
  });
}
