import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { isVisit, type MemberRole, type OperatorRole, type UserCaller } from "../http/caller.ts";
import { ApiError, forbidden } from "../http/errors.ts";

/** Transactions in which a user's own call has ended credentials, or a role, perhaps its own. */
export const causedHere = new WeakSet<Queries>();

/**
 * 401 for a change by a credential that has ended while the call ran, such as by a reset of the password, or by a block.
 * Called when the change has locked what it changes.
 */
export async function requireEntered(tx: Queries, digest: string): Promise<void> {
  const found = await tx.get(sql`
    select 1 as found from access_token t join app_user u on u.id = t.user_id
    where t.digest = ${digest} and u.state = 'active'`);
  if (!found) throw sessionEnded();
}

interface Standing {
  readonly role: string;
  readonly operator_role: OperatorRole | null;
  readonly member_role: MemberRole | null;
}

/**
 * PostgreSQL deletes a row that was read this way only after the reading transaction ends. A transaction that ends a
 * session, and then what the session has made, therefore reads all of it. SQLite has one writer.
 */
const untilCommit = sql` for key share of t`;

/** The same, and 403 if the role by which the call was admitted, as an operator or member, is another one now. */
export async function requireStanding(tx: Queries, caller: UserCaller): Promise<void> {
  const { digest, personId, userId } = caller;
  const found = await tx.get<Standing>(sql`
    select u.role, u.operator_role, m.role as member_role
    from access_token t join app_user u on u.id = t.user_id
    left join member m on m.organization_id = ${userId} and m.user_id = u.id
    where t.digest = ${digest} and u.state = 'active'${tx.dialect === "postgres" ? untilCommit : sql``}`);
  if (!found) throw sessionEnded();
  const { role, operator_role: operatorRole, member_role: memberRole } = found;
  const isSame =
    caller.role === "operator"
      ? role === "operator" && (operatorRole ?? "support") === caller.operatorRole
      : userId === personId || isVisit(caller) || memberRole === caller.memberRole;
  if (!isSame) throw forbidden("Your role was changed during this call. Nothing was changed.");
}

/** `requireStanding` before a call changes its caller's own role or account, after which it would be refused. */
export async function requireStandingHere(tx: Queries, caller: UserCaller): Promise<void> {
  await requireStanding(tx, caller);
  causedHere.add(tx);
}

const sessionEnded = () =>
  new ApiError("invalid_credential", "The session or token has ended. Nothing was changed.", {
    headers: { "www-authenticate": 'Bearer realm="vingate", error="invalid_token"' },
  });
