import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { conflict } from "../../http/errors.ts";
import { lockUser } from "../common/user-resource.ts";

/**
 * Whether an organization that the transaction has locked has an active owner other than this member. A blocked one
 * cannot sign in.
 */
export async function hasOtherOwner(tx: Queries, organizationId: string, userId: string): Promise<boolean> {
  const found = await tx.get(sql`
    select 1 as found from member m join app_user u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id <> ${userId} and m.role = 'owner'
      and u.state = 'active' limit 1`);
  return found !== undefined;
}

/**
 * 409 for the last owner of an organization. The organizations stay locked until the transaction ends, so that two
 * owners cannot leave at the same time.
 */
export async function requireOwnedByOthers(tx: Queries, userId: string): Promise<void> {
  const owned = await tx.all<{ id: string }>(sql`
    select organization_id as id from member where user_id = ${userId} and role = 'owner' order by organization_id`);
  for (const { id } of owned) {
    const organization = await lockUser(tx, id);
    if (organization && !(await hasOtherOwner(tx, id, userId)))
      throw conflict(
        `The user is the last owner of ${organization.firstName} (${id}). Make another member an owner, or delete the organization first.`,
      );
  }
}
