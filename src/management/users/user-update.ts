import { type AuditContext, recordAudit } from "../../access/audit.ts";
import type { Why } from "../../access/ended.ts";
import { insertAddressReturn, isReserved } from "../../access/links/address-returns.ts";
import { isoTime } from "../../base/clock.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { isOperator } from "../../http/caller.ts";
import { conflict } from "../../http/errors.ts";
import { isHeld, type PermissionHolder, permissionNames } from "../../http/permissions.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { adjustTotals } from "../common/list-totals.ts";
import {
  emailKey,
  ownSession,
  shownUser,
  type UserRow,
  userDeleted,
  users,
} from "../common/user-resource.ts";
import { writeUserWords } from "../common/user-words.ts";
import { endPassword, leaveAddress, lowerStanding } from "./ended-sign-ins.ts";
import { leaveMailbox } from "./mailbox.ts";
import { operatorRoleOf, requireOwnerLeft } from "./operator-roles.ts";

/** As whom a user has permissions; a customer is the owner of its own account. */
const holderOf = ({ role, operatorRole }: UserRow): PermissionHolder =>
  role === "operator" && operatorRole
    ? { role: "operator", operatorRole }
    : { role: "customer", memberRole: "owner" };

/** Whether a changed user has permissions for the accounts of others that it had not, or had ones that it has not. */
function permissionChange(before: UserRow, after: UserRow) {
  const held = (user: UserRow) =>
    new Set(user.role === "operator" ? permissionNames.filter((one) => isHeld(one, holderOf(user))) : []);
  const [former, later] = [held(before), held(after)];
  return { gained: !later.isSubsetOf(former), lost: !former.isSubsetOf(later) };
}

type Kept =
  | "id"
  | "emailKey"
  | "kind"
  | "provedAt"
  | "emailProvedBy"
  | "epoch"
  | "registeredAt"
  | "updatedAt";

/** The new values; absent members stay. */
export type UserChanges = Partial<{
  readonly [Member in Exclude<keyof UserRow, Kept>]: UserRow[Member] | undefined;
}>;

/**
 * Changes a locked user, its audit entries and the lists' totals. 409 for a deleted user. A new password ends
 * the account's sessions and access tokens, except the session that set it.
 */
export async function updateUser(
  tx: Queries,
  context: Pick<Context, "running" | "clock">,
  before: UserRow,
  changes: UserChanges,
  action: "user.update" | "user.update_password" | "user.replace" | "user.take_address_back",
  audit: AuditContext,
): Promise<UserRow> {
  const { id } = before;
  const session = ownSession(audit.actor, id);
  const end = (why: Why) => credentialsEnded(tx, context, { userId: id, session }, why);
  if (before.state === "deleted") throw userDeleted(id);
  const stated = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const wanted: UserRow = { ...before, ...stated };
  const { role, email } = wanted;
  const operatorRole = await operatorRoleOf(
    tx,
    { role, operatorRole: changes.operatorRole },
    before.operatorRole,
  );
  const key = before.kind === "organization" ? null : emailKey(email);
  const after: UserRow = { ...wanted, operatorRole, emailKey: key, updatedAt: audit.at };
  await requireOwnerLeft(tx, before, after);
  const isMoved = emailKey(email) !== emailKey(before.email);
  // An operator knows whose address it is.
  if (isMoved && !isOperator(audit.actor) && (await isReserved(tx, emailKey(email), id)))
    throw conflict("An account with this email already exists.");
  await users.put(tx, [after]);
  await writeUserWords(tx, after);
  lowerStanding(tx, before, after);
  if (isMoved) {
    leaveAddress(tx, before);
    if (before.provedAt === null) await leaveMailbox(tx, id, audit.at);
    await end("emailChanged");
    const by = action === "user.take_address_back" ? "link" : session === undefined ? "operator" : "session";
    await mailFormer(tx, context, before, by, audit.at);
  }
  if (changes.passwordHash !== undefined) {
    endPassword(tx, before);
    await end("passwordChanged");
  }
  if (before.state === "active" && after.state !== "active") await end("userBlocked");
  const { gained, lost } = permissionChange(before, after);
  if (gained) await end("roleRaised");
  else if (lost) await end("roleNarrowed");
  await recordAudit(tx, {
    ...audit,
    action,
    object: `/users/${id}`,
    before: shownUser(before, audit.actor),
    after: shownUser(after, audit.actor),
  });
  await adjustTotals(tx, [
    [`user/${before.state}`, -1],
    [`user/${after.state}`, 1],
  ]);
  return after;
}

/**
 * Mails the address that an account leaves, if its owner had proved it. Only who signs in can be a thief that is signed in:
 * of a change by an operator there is no link, since the mailbox may be what was lost, and none of one by such a link, or
 * two mailboxes would take the account from each other.
 */
async function mailFormer(
  tx: Queries,
  context: Pick<Context, "running">,
  before: UserRow,
  by: "session" | "operator" | "link",
  at: number,
): Promise<void> {
  const mailer = mailerOf(context);
  const isProved = before.emailConfirmedAt !== null && before.provedAt !== null;
  if (!mailer || !isProved || before.kind !== "person" || before.email === "") return;
  const token = by === "session" ? await insertAddressReturn(tx, before, at) : null;
  const to = { userId: before.id, address: before.email };
  const data = { at: isoTime(at), token, ...(by === "link" && { isTakenBack: true }) };
  await mailer.write(tx, at, to, { kind: "address_changed", data });
}
