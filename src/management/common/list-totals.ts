import type { Queries } from "../../database/database.ts";
import { list, rows, sql } from "../../database/sql.ts";

/** The number of a list's rows in one state. */
export type TotalName = `user/${string}` | `subscription/${string}`;

/**
 * Changes the totals of lists. Always a transaction's last statement, because every change of the kind waits
 * for these rows. They are locked in the order of their names to prevent a deadlock.
 */
export async function adjustTotals(
  tx: Queries,
  changes: readonly (readonly [TotalName, number])[],
): Promise<void> {
  const sums = new Map<TotalName, number>();
  for (const [name, change] of changes) sums.set(name, (sums.get(name) ?? 0) + change);
  const moved = [...sums].filter(([, change]) => change !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (moved.length === 0) return;
  await tx.run(sql`
    insert into list_total (name, total) values ${rows(moved)}
    on conflict (name) do update set total = list_total.total + excluded.total`);
}

/** The number of rows in these states together. */
export async function readTotal(db: Queries, names: readonly TotalName[]): Promise<number> {
  const row = await db.get<{ total: number }>(sql`
    select cast(coalesce(sum(total), 0) as bigint) as total from list_total where name in (${list(names)})`);
  return row!.total;
}
