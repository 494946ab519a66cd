import { dayMs } from "../../base/durations.ts";
import type { Database, Queries } from "../../database/database.ts";
import { DatabaseUnavailable, StatementError, TransactionConflict } from "../../database/errors.ts";
import { name, raw, sql } from "../../database/sql.ts";

const daysAhead = 3;
// Any number, the same in every node of every version.
const lockNumber = 7_846_348_329;
const checkViolation = "23514";

/** A partition of the request log with the calls of one day: dropping it costs as much as deleting a row. */
interface Day {
  readonly table: string;
  readonly start: number;
}

const tableOf = (start: number) =>
  `request_chunk_${new Date(start).toISOString().slice(0, 10).replaceAll("-", "")}`;

/** Creates the partitions of today and the next days. Calls of other days are in the default partition. */
export async function makeDays(db: Database, now: number): Promise<void> {
  const today = Math.floor(now / dayMs);
  const starts = Array.from({ length: 1 + daysAhead }, (_, ahead) => (today + ahead) * dayMs);
  for (const start of starts)
    if (!(await hasDay(db, start)))
      await runExclusively(db, async (tx) => {
        // Another node may have created it before this one had the lock.
        if (!(await hasDay(tx, start))) await makeDay(tx, start);
      });
}

/** Drops the days that end before a time; resolves to the number of their calls. */
export async function dropDays(db: Database, before: number): Promise<number> {
  let removed = 0;
  for (const day of await findDays(db)) if (day.start + dayMs <= before) removed += await dropDay(db, day);
  return removed;
}

/** Drops the partition of a day if it has no calls; maintenance drops it later if it is in use. */
export async function dropEmptyDay(db: Database, start: number): Promise<void> {
  const day = (await findDays(db)).find((one) => one.start === start);
  if (day) await dropDay(db, day, true);
}

async function dropDay(db: Database, { table, start }: Day, onlyEmpty = false): Promise<number> {
  const dropped = await runExclusively(db, async (tx) => {
    if (!(await hasDay(tx, start))) return 0;
    // Every query locks the whole log before its days; in another order two transactions wait for each other.
    // Once the day is locked no other node deletes its calls, each of which one node counts.
    await tx.run(sql`lock table only request_chunk`);
    await tx.run(sql`lock table ${name(table)}`);
    const row = await tx.get<{ calls: number }>(
      sql`select cast(coalesce(sum(calls), 0) as bigint) as calls from ${name(table)}`,
    );
    if (onlyEmpty && row!.calls > 0) return 0;
    await tx.run(sql`drop table ${name(table)}`);
    return row!.calls;
  });
  return dropped ?? 0;
}

async function findDays(db: Queries): Promise<Day[]> {
  const rows = await db.all<{ table: string }>(sql`
    select c.relname as table from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_chunk'::regclass order by c.relname`);
  return rows.flatMap(({ table }) => {
    const [, year, month, day] = /^request_chunk_(\d{4})(\d\d)(\d\d)$/.exec(table) ?? [];
    return year ? [{ table, start: Date.UTC(Number(year), Number(month) - 1, Number(day)) }] : [];
  });
}

async function hasDay(db: Queries, start: number): Promise<boolean> {
  return (await findDays(db)).some((day) => day.start === start);
}

async function makeDay(tx: Queries, start: number): Promise<void> {
  const end = start + dayMs;
  const taken = sql`select 1 as taken from request_chunk_other where last_at >= ${start} and last_at < ${end} limit 1`;
  // Calls that came before their day had a partition stay in the default one.
  if (await tx.get(taken)) return;
  const table = tableOf(start);
  await tx.run(raw(`create table ${table} (like request_chunk including all)`));
  await tx.run(
    raw(`alter table request_chunk attach partition ${table} for values from (${start}) to (${end})`),
  );
}

/**
 * Runs work that changes the log's partitions, on one node at a time. It waits 200 ms at most for writers, because
 * later ones queue after it. Undefined if it must be tried again later.
 */
async function runExclusively<T>(db: Database, work: (tx: Queries) => Promise<T>): Promise<T | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await tx.run(sql`set local lock_timeout = 200`);
      const own = await tx.get<{ own: number }>(sql`select pg_try_advisory_xact_lock(${lockNumber}) as own`);
      return own?.own === 1 ? await work(tx) : undefined;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof TransactionConflict) return undefined;
    // A call of the day was written to the default partition at the same time.
    if (error instanceof StatementError && error.code === checkViolation) return undefined;
    throw error;
  }
}
