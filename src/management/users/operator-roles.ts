import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { OperatorRole } from "../../http/caller.ts";
import { conflict } from "../../http/errors.ts";
import type { User, UserRow } from "../common/user-resource.ts";

type Wanted = { readonly role: User["role"]; readonly operatorRole?: OperatorRole | null | undefined };

/**
 * The role that an operator gets: the requested one, or the one that it has; the first operator is the owner, and
 * others may only look until an owner gives them another role. Null for a customer.
 */
export async function operatorRoleOf(
  tx: Queries,
  { role, operatorRole: wanted }: Wanted,
  before: OperatorRole | null,
): Promise<OperatorRole | null> {
  if (role !== "operator") return null;
  if (wanted ?? before) return wanted ?? before;
  const other = await tx.get(
    sql`select 1 as found from app_user where role = 'operator' and state <> 'deleted'`,
  );
  return other === undefined ? "owner" : "support";
}

type Standing = Pick<UserRow, "role" | "operatorRole" | "state">;

const isOwner = ({ role, operatorRole, state }: Standing) =>
  role === "operator" && operatorRole === "owner" && state === "active";

/**
 * 409 if the change leaves no active owner among the operators. The owners stay locked until the transaction ends, so
 * that two of them cannot remove each other.
 */
export async function requireOwnerLeft(tx: Queries, before: UserRow, after: Standing): Promise<void> {
  if (!isOwner(before) || isOwner(after)) return;
  const owners = await tx.all<{ id: string }>(sql`
    update app_user set updated_at = updated_at
    where role = 'operator' and operator_role = 'owner' and state = 'active' returning id`);
  if (owners.every(({ id }) => id === before.id))
    throw conflict("The last owner cannot be removed. Make another operator an owner first.");
}
