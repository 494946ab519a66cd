import type { Queries } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import { endedRows, expiringRows } from "../decisions/ended-rows.ts";

const rows = { table: "access_token", key: ["digest"] } as const;

/** Access tokens that no longer work. */
export const tokensEnded = endedRows({ ...rows, name: "token", shown: "access tokens ended" });
/** Operator tokens that were replaced, and work for a while. */
export const tokensExpiring = expiringRows({
  ...rows,
  name: "token-expiry",
  shown: "operator tokens replaced",
});

/** Ends sessions and tokens. Sessions end with their epoch anyway. Resolves to their number. */
export async function endTokens(tx: Queries, where: Sql): Promise<number> {
  const sessions = await tx.run(sql`delete from access_token where kind = 'vgs' and (${where})`);
  return sessions + (await tokensEnded.end(tx, sql`kind <> 'vgs' and (${where})`)).length;
}
