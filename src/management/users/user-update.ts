import { type AuditContext, recordAudit } from "../../access/audit.ts";
import { endTokens } from "../../access/ended-tokens.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { emailKey, shownUser, type UserRow, userDeleted } from "../common/user-resource.ts";
import { writeUserWords } from "../common/user-words.ts";
import { endPassword, leaveAddress, lowerStanding } from "./ended-sign-ins.ts";
import { operatorRoleOf, requireOwnerLeft } from "./operator-roles.ts";

/** The new values; absent members stay. */
export type UserChanges = {
  readonly [Field in
    | "email"
    | "first_name"
    | "last_name"
    | "role"
    | "operator_role"
    | "state"
    | "note"
    | "attributes"
    | "password_hash"
    | "email_confirmed_at"]?: UserRow[Field] | undefined;
};

/**
 * Changes a locked user, its audit entries and the lists' totals. 409 for a deleted user. A new password ends
 * the account's sessions and access tokens, except the session that set it.
 */
export async function updateUser(
  tx: Queries,
  before: UserRow,
  changes: UserChanges,
  action: "user.update" | "user.update_password" | "user.replace",
  audit: AuditContext,
): Promise<UserRow> {
  const { id } = before;
  if (before.state === "deleted") throw userDeleted(id);
  const stated = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const wanted: UserRow = { ...before, ...stated };
  wanted.operator_role = await operatorRoleOf(
    tx,
    { role: wanted.role, operator_role: changes.operator_role },
    before.operator_role,
  );
  await requireOwnerLeft(tx, before, wanted);
  const key = before.kind === "organization" ? null : emailKey(wanted.email);
  const after = await tx.get<UserRow>(sql`
    update app_user set email = ${wanted.email}, email_key = ${key},
      first_name = ${wanted.first_name}, last_name = ${wanted.last_name}, role = ${wanted.role},
      operator_role = ${wanted.operator_role}, state = ${wanted.state}, note = ${wanted.note},
      attributes = ${wanted.attributes},
      password_hash = ${wanted.password_hash}, email_confirmed_at = ${wanted.email_confirmed_at},
      updated_at = ${audit.at}
    where id = ${id} returning *`);
  await writeUserWords(tx, after!);
  lowerStanding(tx, before, after!);
  if (emailKey(wanted.email) !== emailKey(before.email)) {
    leaveAddress(tx, before);
    await tx.run(sql`delete from email_confirmation where user_id = ${id}`);
  }
  if (changes.password_hash !== undefined) {
    const { actor } = audit;
    const kept = actor.kind === "user" ? actor.digest : "";
    endPassword(tx, before);
    await endTokens(tx, sql`user_id = ${id} and digest <> ${kept}`);
    await tx.run(sql`delete from password_reset where user_id = ${id}`);
  }
  await recordAudit(tx, {
    ...audit,
    action,
    object: `/users/${id}`,
    before: shownUser(before, audit.actor),
    after: shownUser(after!, audit.actor),
  });
  await adjustTotals(tx, [
    [`user/${before.state}`, -1],
    [`user/${after!.state}`, 1],
  ]);
  return after!;
}
