import type { Database } from "../database/database.ts";
import { name, type Sql, sql } from "../database/sql.ts";
import { seekRequests } from "./request-log.ts";
import { minutesFrom, moveRequestLogMark, requestLogMark } from "./usage-marks.ts";

const dayMs = 86_400_000;
const rowsMaxOnSqlite = 10_000_000;
const batchRows = 5000;
const batchesMax = 200;

/** How long calls are kept one by one; without `rowsMax` at most 10 million on SQLite, any number elsewhere. */
export interface RequestLogLimits {
  readonly days: number;
  readonly rowsMax: number | undefined;
}

/**
 * Removes what is beyond the limits from the request log, oldest first, and the roll-ups by minute that go
 * with it; hours stay for good. Deletes a bounded number of rows, a small batch in each transaction: what it
 * leaves is for the next call. Resolves to the number of calls removed.
 */
export async function purgeRequestLog(db: Database, now: number, limits: RequestLogLimits): Promise<number> {
  const byAge = now - limits.days * dayMs;
  const from = Math.max(byAge, await beyondRows(db, now, limits));
  const oldest = await db.get<{ at: number | null }>(sql`select min(at) as at from request_log`);
  // Moved before anything is removed, so that no report promises what is going. Where nothing is, it stays.
  if (typeof oldest?.at === "number" && oldest.at < from)
    await db.transaction((tx) => moveRequestLogMark(tx, from), { repeatable: true });
  const removed = await removeBefore(db, "request_log", "at", (await requestLogMark(db)) ?? byAge);
  const minutes = await minutesFrom(db);
  for (const table of ["usage_minute", "usage_minute_total"])
    if (Number.isFinite(minutes)) await removeBefore(db, table, "minute", minutes);
  return removed;
}

/** The moment since when at most `rowsMax` calls were logged. */
async function beyondRows(db: Database, now: number, limits: RequestLogLimits): Promise<number> {
  const rowsMax = limits.rowsMax ?? (db.dialect === "sqlite" ? rowsMaxOnSqlite : undefined);
  if (rowsMax === undefined) return Number.NEGATIVE_INFINITY;
  const from = (await requestLogMark(db)) ?? Number.NEGATIVE_INFINITY;
  const { place } = await seekRequests(db, { userIds: [] }, { from, to: now + dayMs }, rowsMax);
  return place?.before ?? Number.NEGATIVE_INFINITY;
}

async function removeBefore(db: Database, table: string, column: string, before: number): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const bound = await db.get<{ at: number }>(sql`
      select ${name(column)} as at from ${name(table)} where ${name(column)} < ${before}
      order by ${name(column)} limit 1 offset ${batchRows}`);
    const until: Sql = bound ? sql`<= ${bound.at}` : sql`< ${before}`;
    removed += await db.run(sql`delete from ${name(table)} where ${name(column)} ${until}`);
    if (!bound) break;
  }
  return removed;
}
