import { z } from "zod";
import { type AuditContext, auditContext, recordAudit } from "../../access/audit.ts";
import { rememberAddress } from "../../access/known-addresses.ts";
import { endReturnsSince } from "../../access/links/address-returns.ts";
import { findResetUser, insertOperatorLink } from "../../access/links/reset-links.ts";
import { plausibleToken } from "../../access/tokens.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type BodyCall, type Call, json, noStore } from "../../http/endpoint.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import { secret } from "../../http/validation/secrets.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { entityId } from "../common/identifiers.ts";
import { writeSignInChange } from "../common/sign-in-changes.ts";
import { lockUser, userDeleted, userMissing } from "../common/user-resource.ts";
import { authBodyBytesMax, limitSignIns } from "./address-limits.ts";
import { endPassword } from "./ended-sign-ins.ts";
import { password } from "./new-password.ts";
import { endAllOfBefore } from "./taken-account.ts";

export const ResetRequest = z.strictObject({ reset_token: secret(z.string().max(256)), password });

export const passwordResetEndpoints = [
  endpoint({
    id: "createResetLink",
    whileHeld: true,
    method: "POST",
    path: "/users/{id}/resetLink",
    tag: "Users",
    summary: "Create a one-time password reset link; it is valid for 24 hours",
    description:
      "The link is not mailed: send it to the user. Five links of a user are valid at a time, and using one ends all; a sixth replaces the oldest. No body is read. `POST /auth/reset` takes the token.",
    audience: "operator",
    permission: "customers.change",
    params: z.object({ id: entityId }),
    response: z.object({ reset_link: z.url(), reset_token: z.string(), expires_at: z.iso.datetime() }),
    errors: ["not_found", "conflict"],
    extension: true,
    handle: createResetLink,
  }),
  endpoint({
    id: "resetPassword",
    whileHeld: true,
    method: "POST",
    path: "/auth/reset",
    tag: "Auth",
    summary: "Choose a new password with the token of a reset link",
    description:
      "Ends the user's sessions, access tokens, assistants and invitations; passkeys, app codes, identities and keys stay. If no one has proved the mailbox, where the service sends mail, these end too, and keys are replaced. `Authorization` takes the public client token.",
    audience: "client",
    body: ResetRequest,
    limits: { bodyBytes: authBodyBytesMax, address: limitSignIns },
    response: z.object({ status: z.literal("success") }),
    errors: ["forbidden", "rate_limited"],
    extension: true,
    handle: resetPassword,
  }),
];

async function createResetLink(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userMissing(id);
    if (user.state === "deleted") throw userDeleted(id);
    if (user.kind === "organization")
      throw conflict("An organization has no password. Make a link for one of its members.");
    return json(await insertResetLink(tx, context.config, id, audit), noStore);
  });
}

/** Makes a reset link of a locked user, for an operator to hand over. */
export async function insertResetLink(
  tx: Queries,
  { publicUrl }: Pick<Config, "publicUrl">,
  userId: string,
  audit: AuditContext,
) {
  const { token, expiresAt } = await insertOperatorLink(tx, userId, audit.at);
  await recordAudit(tx, { ...audit, action: "user.create_reset_link", object: `/users/${userId}` });
  // After the #, so that no server, proxy or log receives the token.
  const link = `${publicUrl}/console/reset#${token}`;
  return { reset_link: link, reset_token: token, expires_at: isoTime(expiresAt) };
}

async function resetPassword(context: Context, call: BodyCall<typeof ResetRequest>) {
  const refused = forbidden("The reset link is invalid, used or expired. Ask the operator for a new one.");
  const { reset_token: token } = call.body;
  if (!plausibleToken(token)) throw refused;
  const audit = auditContext(context, call);
  // Checked before hashing, which costs more than a stranger may cause.
  const id = await findResetUser(context.database, token, audit.at);
  if (id === undefined) throw refused;
  const passwordHash = await context.identity.passwords.hash(call.body.password);
  return call.change(async (tx) => {
    const user = (await lockUser(tx, id))!;
    // With the user locked: another link of it may have been used, which has ended all.
    if ((await findResetUser(tx, token, audit.at)) !== id) throw refused;
    // Before the mailbox was proved, a stranger may have made what the account has.
    if (mailerOf(context) !== undefined && user.provedAt === null)
      await endAllOfBefore(tx, context, user, audit);
    else {
      endPassword(tx, user);
      await credentialsEnded(tx, context, { userId: id }, "passwordReset");
      await endReturnsSince(tx, user);
    }
    await tx.run(sql`
        update app_user set password_hash = ${passwordHash}, updated_at = ${audit.at} where id = ${id}`);
    await rememberAddress(tx, id, call.address, audit.at);
    await recordAudit(tx, { ...audit, action: "user.reset_password", object: `/users/${id}` });
    await writeSignInChange(context, tx, id, "password", audit.at);
    return json({ status: "success" });
  });
}
