import type { Queries } from "./database.ts";
import { type Dialect, raw, type Sql, sql } from "./sql.ts";

/** The database's time as an expression, in milliseconds UTC: the clocks of nodes differ. */
export const clockText: Readonly<Record<Dialect, string>> = {
  sqlite: "cast(unixepoch('subsec') * 1000 as integer)",
  postgres: "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
};

const clocks: Readonly<Record<Dialect, Sql>> = {
  sqlite: raw(clockText.sqlite),
  postgres: raw(clockText.postgres),
};

export const databaseClock = ({ dialect }: Queries): Sql => clocks[dialect];

/** An answer that takes longer is no measure of the time at which the database read its clock. */
const slowMs = 500;

/**
 * How far a wall clock is ahead of the database's, in milliseconds; undefined if the database answers too slowly
 * for a measurement.
 */
export async function readClockSkew(db: Queries, wall: () => number): Promise<number | undefined> {
  const before = wall();
  const row = await db.get<{ now: number }>(sql`select ${databaseClock(db)} as now`);
  const after = wall();
  return Math.abs(after - before) > slowMs ? undefined : Math.round((before + after) / 2) - row!.now;
}
