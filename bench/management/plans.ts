import type { Database } from "../../src/database/database.ts";
import { type Sql, sql } from "../../src/database/sql.ts";

const anyScan = /Seq Scan|SCAN /;

/** Throws if the plan of a statement scans a table; resolves to their number. */
export async function requireIndices(
  db: Database,
  statements: Iterable<Sql>,
  scan = anyScan,
): Promise<number> {
  let count = 0;
  for (const statement of statements) {
    if (!/^\s*(select|update|delete|insert|with)/i.test(statement.parts[0] ?? "")) continue;
    const explain =
      db.dialect === "sqlite" ? sql`explain query plan ${statement}` : sql`explain ${statement}`;
    const plan = JSON.stringify(await db.all(explain));
    if (scan.test(plan)) throw new Error(`${statement.parts.join("?")} scans a table: ${plan}`);
    count++;
  }
  return count;
}
