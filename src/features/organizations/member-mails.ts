import { isoTime } from "../../base/clock.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Actor, type Caller, isOperator, type MemberRole } from "../../http/caller.ts";
import { tooManyCalls } from "../../http/errors.ts";
import { noticeAddressOf, takeMail } from "../../management/common/mail-recipients.ts";
import { findUser } from "../../management/common/user-resource.ts";
import { mailerOf } from "../../running/account-ports.ts";
import type { Invitation } from "./invitation.ts";

/** Mails that a person sends to addresses that it names. */
const invitations = { calls: 30, renewal_period_s: 3600 } as const;

interface MemberChange {
  readonly id: string;
  readonly userId: string;
  readonly kind: "member_role_changed" | "member_removed";
  /** The new role; of a removed member the one that it had. */
  readonly role: MemberRole;
  readonly at: number;
}

/** Mails to a member of changed roles, of all its organizations. One is removed once for each time that it has joined. */
const roleChanges = { calls: 10, renewal_period_s: 3600 } as const;

/** Whether a member may be mailed another change of its role. */
export const mayMailRole = async ({ limits }: Context, userId: string): Promise<boolean> =>
  (await limits.rates.take(`user/role-mails/${userId}`, roleChanges)).admitted;

/** Mails a member whose address is confirmed what has changed in its membership, if the service sends mail. */
export async function writeMemberMail(
  context: Context,
  tx: Queries,
  { id, userId, kind, role, at }: MemberChange,
): Promise<void> {
  const mailer = mailerOf(context);
  const organization = await findUser(tx, id);
  const address = mailer && noticeAddressOf(await findUser(tx, userId));
  if (!address || !organization) return;
  const data = { organization: organization.firstName, role, at: isoTime(at) };
  await mailer!.write(tx, at, { userId, address }, { kind, data });
}

/**
 * 429 for a person that sends too many invitations, before anything is changed. Resolves to whether others may cause
 * another mail to the address.
 */
export async function limitInvitations(context: Context, caller: Caller, email: string): Promise<boolean> {
  if (caller.kind !== "user" || !mailerOf(context)) return true;
  const { admitted, resetSeconds } = await context.limits.rates.take(
    `user/invitations/${caller.personId}`,
    invitations,
  );
  if (!admitted) throw tooManyCalls("Too many invitations were sent.", resetSeconds);
  return isOperator(caller) || (await takeMail(context, email)).admitted;
}

/**
 * Mails an invitation, if the service sends mail and the inviter's own address is confirmed. Resolves to whether it
 * does; otherwise the inviter hands the token over.
 */
export async function mailInvitation(
  context: Context,
  tx: Queries,
  row: Invitation,
  token: string,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<boolean> {
  const mailer = mailerOf(context);
  if (!mailer) return false;
  const inviter = actor.kind === "user" ? await findUser(tx, actor.personId) : undefined;
  if (inviter?.emailConfirmedAt === null) return false;
  const invited = await tx.get<{ id: string }>(
    sql`select id from app_user where email_key = ${row.emailKey}`,
  );
  const organization = (await findUser(tx, row.organizationId))!;
  await mailer.write(
    tx,
    at,
    // Deleted with the person, or with the organization that named the address.
    { userId: invited?.id ?? row.organizationId, address: row.email },
    {
      kind: "organization_invitation",
      data: {
        organization: organization.firstName,
        inviter: inviter ? `${inviter.firstName} ${inviter.lastName}` : "The operator",
        role: row.role,
        token,
      },
    },
  );
  return true;
}
