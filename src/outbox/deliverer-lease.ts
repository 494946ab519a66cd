import { databaseClock } from "../database/clock.ts";
import type { Database } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";

/** How long a node may deliver without renewing; another one takes over after it. */
export const leaseMs = 4000;

/**
 * Acquires or renews the lease of the one node that delivers; `table` has its one row. Resolves to whether `holder` has
 * it, and whether another one had it before.
 */
export async function holdLease(
  db: Database,
  table: Sql,
  holder: string,
): Promise<{ readonly held: boolean; readonly taken: boolean }> {
  const before = await db.get<{ holder: string }>(sql`select holder from ${table} where id = 1`);
  const now = databaseClock(db);
  const written = await db.run(sql`
    insert into ${table} (id, holder, until) values (1, ${holder}, ${now} + ${leaseMs})
    on conflict (id) do update set holder = excluded.holder, until = excluded.until
    where ${table}.holder = excluded.holder or ${table}.until < ${now}`);
  return { held: written > 0, taken: written > 0 && before?.holder !== holder };
}

/** Lets another node deliver immediately. */
export async function releaseLease(db: Database, table: Sql, holder: string): Promise<void> {
  await db.run(sql`update ${table} set until = 0 where id = 1 and holder = ${holder}`);
}
