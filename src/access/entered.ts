import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { OperatorRole } from "../http/caller.ts";
import { ApiError } from "../http/errors.ts";

/** Transactions in which a user's own call has ended credentials, perhaps its own. */
export const causedHere = new WeakSet<Queries>();

/**
 * 401 for a change by a credential that has ended while the call ran, such as by a reset of the password, or by a block.
 * Called when the change has locked what it changes. Of an operator with `as`, the role by which the call was admitted.
 */
export async function requireEntered(tx: Queries, digest: string, as?: OperatorRole): Promise<void> {
  const found = await tx.get<{ role: string; operator_role: OperatorRole | null }>(sql`
    select u.role, u.operator_role from access_token t join app_user u on u.id = t.user_id
    where t.digest = ${digest} and u.state = 'active'`);
  const isSame =
    as === undefined || (found?.role === "operator" && (found.operator_role ?? "support") === as);
  if (found && isSame) return;
  throw new ApiError("invalid_credential", "The session or token has ended. Nothing was changed.", {
    headers: { "www-authenticate": 'Bearer realm="vingate", error="invalid_token"' },
  });
}
