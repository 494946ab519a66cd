import { dayMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { name, type Sql, sql } from "../../database/sql.ts";
import { minutesFrom, moveRequestLogStart, requestLogStart } from "../usage/log-start.ts";
import { dropDays, makeDays } from "./request-days.ts";
import { seekRequests } from "./request-log.ts";

const rowsMaxOnSqlite = 10_000_000;
/** A few milliseconds of work: on SQLite nothing else runs in that time. */
const batchRows = 200;
const longestMs = 300_000;

/** How long single calls are kept. Without `rowsMax` at most 10 million on SQLite, any number on PostgreSQL. */
export interface RequestLogLimits {
  readonly days: number;
  readonly rowsMax: number | undefined;
  /** No call since then is removed, milliseconds UTC. */
  readonly keepFrom?: number;
}

/**
 * Removes what is beyond the limits from the request log, oldest first, and the rollups by minute of the same time;
 * rollups by hour are permanent. PostgreSQL drops whole days, and creates the next ones. The rest is deleted in small
 * batches with pauses, for five minutes at most. Resolves to the number of calls removed. With `elsewhere` ClickHouse
 * has the log and removes its calls by itself; the rollups show how far back it goes, and the number of calls has no
 * limit.
 */
export async function purgeRequestLog(
  db: Database,
  now: number,
  limits: RequestLogLimits,
  elsewhere = false,
): Promise<number> {
  if (db.dialect === "postgres") await makeDays(db, now);
  const byAge = now - limits.days * dayMs;
  const due = elsewhere ? byAge : Math.max(byAge, await beyondRows(db, now, limits));
  const from = Math.min(due, limits.keepFrom ?? due);
  const oldest = await db.get<{ at: number | null }>(
    elsewhere
      ? sql`select min(minute) as at from usage_minute_total`
      : sql`select min(last_at) as at from request_chunk`,
  );
  // Moved first, so that no report covers what is being removed. It stays if there is nothing to remove.
  if (typeof oldest?.at === "number" && oldest.at < from)
    await db.transaction((tx) => moveRequestLogStart(tx, from), { repeatable: true });
  const kept = Math.min((await requestLogStart(db)) ?? from, from);
  const dropped = db.dialect === "postgres" ? await dropDays(db, kept) : 0;
  const until = performance.now() + longestMs;
  const removed = await removeBefore(db, "request_chunk", "last_at", kept, until);
  const minutes = await minutesFrom(db);
  for (const table of ["usage_minute_sum", "usage_minute_total"])
    if (Number.isFinite(minutes)) await removeBefore(db, table, "minute", minutes, until);
  return dropped + removed;
}

/** The time since which at most `rowsMax` calls were logged. */
async function beyondRows(db: Database, now: number, limits: RequestLogLimits): Promise<number> {
  const rowsMax = limits.rowsMax ?? (db.dialect === "sqlite" ? rowsMaxOnSqlite : undefined);
  if (rowsMax === undefined) return Number.NEGATIVE_INFINITY;
  const from = (await requestLogStart(db)) ?? Number.NEGATIVE_INFINITY;
  const { cursor } = await seekRequests(db, { userIds: [] }, { from, to: now + dayMs }, rowsMax);
  return cursor?.before ?? Number.NEGATIVE_INFINITY;
}

/** Deletes rows with a time before `before`, oldest first; resolves to the sum of their calls. */
async function removeBefore(
  db: Database,
  table: string,
  column: string,
  before: number,
  until: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const begun = performance.now();
    const bound = await db.get<{ at: number }>(sql`
      select ${name(column)} as at from ${name(table)} where ${name(column)} < ${before}
      order by ${name(column)} limit 1 offset ${batchRows}`);
    const rows: Sql = bound ? sql`<= ${bound.at}` : sql`< ${before}`;
    const deleted = await db.all<{ calls: number }>(
      sql`delete from ${name(table)} where ${name(column)} ${rows} returning calls`,
    );
    removed += deleted.reduce((sum, { calls }) => sum + calls, 0);
    const ended = performance.now();
    if (!bound || ended > until) return removed;
    // Deleting takes a quarter of the time at most, so that lookups and applying run in between.
    await Bun.sleep(3 * (ended - begun));
  }
}
