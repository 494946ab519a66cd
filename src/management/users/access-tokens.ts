import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json, noStore } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { recordAudit } from "../../identity/audit.ts";
import { digestToken, mintToken } from "../../identity/tokens.ts";
import { actOf } from "../act.ts";
import { entityId } from "../identifiers.ts";
import { demandOwn, lockUser, userMissing } from "./user-records.ts";

const tokenMs = 30 * dayMs;

export const accessTokenEndpoints = [
  endpoint({
    id: "createUserToken",
    method: "POST",
    path: "/users/{id}/token",
    tag: "Users",
    summary: "Make an access token for a user, shown once and good for 30 days",
    description:
      "For programs: it admits to what the user may do, until it ends or logs out. No body is read.",
    audience: "customer",
    params: z.object({ id: entityId }),
    response: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
    errors: ["not_found", "conflict"],
    handle: createToken,
  }),
];

async function createToken(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  demandOwn(call.caller, id);
  const act = actOf(context, call);
  const token = mintToken("vgt");
  const expiresAt = act.at + tokenMs;
  await context.database.transaction(
    async (tx) => {
      const user = await lockUser(tx, id);
      if (!user) throw userMissing(id);
      if (user.state !== "active") throw new ApiError("conflict", `This account is ${user.state}.`);
      await tx.run(sql`delete from access_token where user_id = ${id} and expires_at <= ${act.at}`);
      await tx.run(sql`
        insert into access_token (digest, kind, user_id, created_at, expires_at)
        values (${digestToken(token)}, 'vgt', ${id}, ${act.at}, ${expiresAt})`);
      await recordAudit(tx, { ...act, action: "user.create_token", object: `/users/${id}` });
    },
    { repeatable: true },
  );
  return json({ token, expires_at: isoTime(expiresAt) }, noStore);
}
