import { dayMs, floorTo, minuteMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { dropEmptyDay } from "../../metering/requests/request-days.ts";
import { calls } from "./call-queries.ts";
import type { CallStore } from "./call-store.ts";

/** Calls of a journal in a minute. */
interface MovedMinute {
  readonly minute: number;
  readonly journal: string;
  /** Rows in the database, and their calls. */
  readonly chunks: number;
  readonly expected: number;
  /** Their copies in ClickHouse, at most as many. */
  readonly found: number;
}

/** The calls of one day (UTC) that the database has, beside their copies in ClickHouse. */
export interface MovedDay {
  readonly start: number;
  readonly minutes: readonly MovedMinute[];
}

/** The days of which the database has calls since a time, oldest first. */
export async function* movedDays(db: Database, store: CallStore, since: number): AsyncGenerator<MovedDay> {
  for (let from = since; ; ) {
    const next = await db.get<{ at: number | null }>(
      sql`select min(last_at) as at from request_chunk where last_at >= ${from}`,
    );
    if (typeof next?.at !== "number") return;
    const start = floorTo(next.at, dayMs);
    yield { start, minutes: await compareMinutes(db, store, Math.max(start, since), start + dayMs) };
    from = start + dayMs;
  }
}

/** A chunk has calls of one minute. */
async function compareMinutes(db: Database, store: CallStore, from: number, to: number) {
  const clickhouse = await store.ready();
  const [stored, copied] = await Promise.all([
    db.all<{ minute: number; journal: string; chunks: number; calls: number }>(sql`
      select last_at / cast(${minuteMs} as bigint) as minute, journal_id as journal, count(*) as chunks,
        cast(sum(calls) as bigint) as calls
      from request_chunk where last_at >= ${from} and last_at < ${to} group by 1, 2 order by 1, 2`),
    clickhouse.rows<{ minute: number; journal: string; calls: number }>(
      `select intDiv(toUnixTimestamp64Milli(at), ${minuteMs}) as minute, journal, count() as calls from ${calls}
      where moved = 1 and at >= fromUnixTimestamp64Milli({from:Int64}) and at < fromUnixTimestamp64Milli({to:Int64})
      group by minute, journal`,
      { from: floorTo(from, minuteMs), to },
    ),
  ]);
  const foundOf = new Map(copied.map(({ minute, journal, calls: own }) => [`${minute} ${journal}`, own]));
  return stored.map(({ minute, journal, chunks, calls: expected }): MovedMinute => {
    // The service may have removed old calls from the database since.
    const found = Math.min(expected, foundOf.get(`${minute} ${journal}`) ?? 0);
    return { minute, journal, chunks, expected, found };
  });
}

/** Rows of whole minutes that are deleted at a time: a few milliseconds of work. */
const batchRows = 200;

/**
 * Removes a day's calls from the database, minute by minute, if ClickHouse has all of them. Resolves to their number;
 * throws if a minute has more calls by now, and removes none of it.
 */
export async function removeDay(
  db: Database,
  { start, minutes }: MovedDay,
  now: number,
  removed: (calls: number) => unknown,
): Promise<void> {
  for (let at = 0; at < minutes.length; ) {
    const batch = minutesOfRows(minutes, at);
    at += batch.length;
    const begun = performance.now();
    await removed(await removeMinutes(db, batch));
    // As purging does: lookups and applying run in between.
    await Bun.sleep(3 * (performance.now() - begun));
  }
  if (db.dialect === "postgres" && start + dayMs <= now) await dropEmptyDay(db, start);
}

/** Whole minutes from an index on with about so many rows. */
function minutesOfRows(minutes: readonly MovedMinute[], from: number): readonly MovedMinute[] {
  let to = from;
  for (let rows = 0; to < minutes.length; to++) {
    if (rows >= batchRows && minutes[to]!.minute !== minutes[to - 1]!.minute) break;
    rows += minutes[to]!.chunks;
  }
  return minutes.slice(from, to);
}

function removeMinutes(db: Database, batch: readonly MovedMinute[]): Promise<number> {
  const [from, to] = [batch[0]!.minute * minuteMs, (batch.at(-1)!.minute + 1) * minuteMs];
  const copied = new Map<string, number>();
  for (const { journal, found } of batch) copied.set(journal, (copied.get(journal) ?? 0) + found);
  return db.transaction(async (tx) => {
    const deleted = await tx.all<{ journal: string; calls: number }>(sql`
      delete from request_chunk where last_at >= ${from} and last_at < ${to} returning journal_id as journal, calls`);
    for (const { journal, calls: own } of deleted) copied.set(journal, (copied.get(journal) ?? 0) - own);
    if ([...copied.values()].some((rest) => rest < 0))
      throw new Error("the database received calls of that time while they were removed: run it again");
    return deleted.reduce((sum, { calls: own }) => sum + own, 0);
  });
}
