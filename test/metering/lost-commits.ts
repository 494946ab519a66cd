import type { Database } from "../../src/database/database.ts";
import { join, name, rows, sql, type Value } from "../../src/database/sql.ts";

// Balances come after their leases, because deleting leases changes them.
const tables = [
  ...["journal", "credit_lease", "credit_balance", "credit_ledger", "quota_lease", "usage_rejected"],
  ...["usage_series", "usage_hourly_sum", "usage_hourly_total", "usage_minute_sum", "usage_minute_total"],
  ...["usage_hourly_sum_slot", "usage_hourly_total_slot", "usage_minute_sum_slot", "usage_minute_total_slot"],
  "request_chunk",
] as const;

/**
 * Saves metering's tables. The returned function restores them, like a replica that is promoted without its
 * primary's last commits.
 */
export async function keepCommits(db: Database): Promise<() => Promise<void>> {
  const kept = new Map<string, Record<string, Value>[]>();
  for (const table of tables)
    kept.set(table, await db.all<Record<string, Value>>(sql`select * from ${name(table)}`));
  return () =>
    db.transaction(async (tx) => {
      for (const [table, found] of kept) {
        await tx.run(sql`delete from ${name(table)}`);
        const columns = Object.keys(found[0] ?? {});
        if (found.length > 0)
          await tx.run(sql`
            insert into ${name(table)} (${join(columns.map(name), ", ")})
            values ${rows(found.map((row) => columns.map((column) => row[column]!)))}`);
      }
    });
}
