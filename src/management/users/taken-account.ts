import { type AuditContext, recordAudit } from "../../access/audit.ts";
import { endReturnsSince } from "../../access/links/address-returns.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { accountTaken, mailerOf } from "../../running/account-ports.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { given } from "../../running/ports.ts";
import { type MailboxProver, ownSession, type UserRow } from "../common/user-resource.ts";
import { replaceKeysOf } from "../subscriptions/replaced-keys.ts";
import { endPassword } from "./ended-sign-ins.ts";
import { giveTrial } from "./mailbox.ts";

/**
 * Notes that a locked user, who made the account, receives mail at its address; the first time ends what was made
 * before. For an organization it notes that the contact address receives mail.
 */
export async function proveMailbox(
  tx: Queries,
  context: Context,
  user: UserRow,
  audit: AuditContext,
): Promise<void> {
  const whose = { userId: user.id, session: ownSession(audit.actor, user.id) };
  if (user.kind === "person" && user.provedAt === null)
    await credentialsEnded(tx, context, whose, "addressProved");
  await noteProved(tx, context, user, "registrant", audit);
}

/**
 * Ends all by which a stranger could enter a locked account that it made of another's address, call for it, or learn what
 * happens in it. The caller sets the next password.
 */
export async function endAllOfBefore(
  tx: Queries,
  context: Context,
  user: UserRow,
  audit: AuditContext,
): Promise<void> {
  endPassword(tx, user);
  await credentialsEnded(tx, context, { userId: user.id }, "addressTaken");
  await replaceKeysOf(tx, context, user.id, audit);
  for (const one of given(context.running, accountTaken)) await one(tx, user.id);
}

/**
 * Gives a locked user, whose mailbox was not proved, to whoever proves it now and did not make the account. Without a hash
 * it has no password.
 */
export async function takeAccount(
  tx: Queries,
  context: Context,
  user: UserRow,
  { by, passwordHash }: { readonly by: MailboxProver; readonly passwordHash: string | null },
  audit: AuditContext,
): Promise<void> {
  await endAllOfBefore(tx, context, user, audit);
  await tx.run(sql`update app_user set password_hash = ${passwordHash} where id = ${user.id}`);
  await noteProved(tx, context, user, by, audit);
}

async function noteProved(
  tx: Queries,
  context: Context,
  user: UserRow,
  by: MailboxProver,
  audit: AuditContext,
): Promise<void> {
  const { id, email } = user;
  await tx.run(sql`
    update app_user set email_confirmed_at = ${audit.at}, proved_at = coalesce(proved_at, ${audit.at}),
      email_proved_by = coalesce(email_proved_by, ${by}), updated_at = ${audit.at}
    where id = ${id}`);
  await tx.run(sql`delete from email_confirmation where user_id = ${id}`);
  await endReturnsSince(tx, user);
  await mailerOf(context)?.addressConfirmed(tx, email);
  await giveTrial(tx, context, user, audit);
  await recordAudit(tx, { ...audit, action: "user.confirm_email", object: `/users/${id}`, after: { by } });
}
