import { z } from "zod";
import { type AuditContext, auditContext, recordAudit } from "../../access/audit.ts";
import { byPassword } from "../../access/proof.ts";
import { digestToken, mintToken, plausibleToken } from "../../access/tokens.ts";
import { isoTime } from "../../base/clock.ts";
import { minuteMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { BodyCall } from "../../http/endpoint.ts";
import { forbidden } from "../../http/errors.ts";
import { secret } from "../../http/validation/secrets.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { lockUser, type UserRow } from "../common/user-resource.ts";
import { authBodyBytesMax, limitSignIns } from "./address-limits.ts";
import { beginSession, begunSession, requireActiveUser, shortened } from "./begin-session.ts";
import { endPassword } from "./ended-sign-ins.ts";
import { password } from "./new-password.ts";

/** Who prints the link is at the host and opens it at once. */
const entryMs = 15 * minuteMs;

export const HostEntryRequest = z.strictObject({ entry_token: secret(z.string().max(256)), password });

export const hostEntryEndpoints = [
  endpoint({
    id: "enterFromHost",
    whileHeld: true,
    method: "POST",
    path: "/auth/enter",
    tag: "Auth",
    summary: "Choose a new password with the token that `vingate enter` printed, and sign in",
    description:
      "For who has lost the second factor. Ends all by which the user could enter before: sessions, tokens, passkeys, app codes and recovery codes, identities, assistants and invitations. Every owner among the operators is mailed. The session has one factor: add the next one with it. `Authorization` takes the public client token.",
    audience: "client",
    body: HostEntryRequest,
    limits: { bodyBytes: authBodyBytesMax, address: limitSignIns },
    response: begunSession,
    errors: ["forbidden", "rate_limited"],
    extension: true,
    handle: enterFromHost,
  }),
];

/** Replaces a user's link of `vingate enter` by a new one. */
export async function insertHostEntry(
  tx: Queries,
  { publicUrl }: Pick<Config, "publicUrl">,
  userId: string,
  audit: AuditContext,
): Promise<{ entry_link: string; entry_token: string; expires_at: string }> {
  const token = mintToken("vgr");
  const expiresAt = audit.at + entryMs;
  await tx.run(sql`
    insert into host_entry (user_id, digest, expires_at) values (${userId}, ${digestToken(token)}, ${expiresAt})
    on conflict (user_id) do update set digest = excluded.digest, expires_at = excluded.expires_at`);
  await recordAudit(tx, { ...audit, action: "user.create_entry_link", object: `/users/${userId}` });
  // After the #, so that no server, proxy or log receives the token.
  const link = `${publicUrl}/console/enter#${token}`;
  return { entry_link: link, entry_token: token, expires_at: isoTime(expiresAt) };
}

async function enterFromHost(context: Context, call: BodyCall<typeof HostEntryRequest>) {
  const refused = forbidden(
    "The link is invalid, used or expired. Print a new one with `vingate enter` on the host.",
  );
  const { entry_token: token } = call.body;
  if (!plausibleToken(token)) throw refused;
  const audit = auditContext(context, call);
  const live = sql`digest = ${digestToken(token)} and expires_at > ${audit.at}`;
  // Checked before hashing, which costs more than a stranger may cause.
  if (!(await context.database.get(sql`select user_id from host_entry where ${live}`))) throw refused;
  const passwordHash = await context.identity.passwords.hash(call.body.password);
  return call.change(async (tx) => {
    const used = await tx.get<{ user_id: string }>(sql`
      delete from host_entry where ${live} returning user_id`);
    if (!used) throw refused;
    const { user_id: id } = used;
    const user = (await lockUser(tx, id))!;
    requireActiveUser(user);
    endPassword(tx, user);
    await tx.run(sql`
      update app_user set password_hash = ${passwordHash}, updated_at = ${audit.at} where id = ${id}`);
    await credentialsEnded(tx, context, { userId: id }, "enteredFromHost");
    await recordAudit(tx, { ...audit, action: "user.enter_from_host", object: `/users/${id}` });
    await mailOwners(context, tx, user, audit);
    return beginSession(context, tx, call, user, byPassword);
  });
}

/** Mails the user, and every owner among the operators: no page has shown them that the host opened an account. */
async function mailOwners(
  context: Context,
  tx: Queries,
  { id, email }: UserRow,
  { at, address }: AuditContext,
): Promise<void> {
  const mailer = mailerOf(context);
  if (!mailer) return;
  const owners = await tx.all<Pick<UserRow, "id" | "email">>(sql`
    select id, email from app_user
    where email <> '' and (id = ${id} or role = 'operator' and operator_role = 'owner' and state = 'active')
    order by id`);
  const data = { at: isoTime(at), account: email, network: shortened(address) };
  for (const one of owners)
    await mailer.write(tx, at, { userId: one.id, address: one.email }, { kind: "entered_from_host", data });
}
