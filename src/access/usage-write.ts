import type { Queries } from "../database/database.ts";
import { raw, rows, type Sql, sql } from "../database/sql.ts";
import type { UsageDelta, UsageDeltas } from "./usage-fold.ts";

const added = ["calls", "credits", "bytes", "cache_hits", "cache_misses", "api_us_sum", "service_us_sum"];
const least = ["api_us_min", "service_us_min"];
const most = ["api_us_max", "service_us_max"];
const sumColumns = [...added, ...least, ...most] as readonly (keyof UsageDelta["sums"])[];

// A statement's text depends on its number of rows: few numbers, so that the compiled ones are kept.
const rowCounts = [64, 8, 1] as const;

interface RollUp {
  readonly into: Sql;
  readonly onConflict: Sql;
}

function rollUp(table: string, key: readonly string[]): RollUp {
  const set = [
    ...added.map((column) => `${column} = ${table}.${column} + excluded.${column}`),
    ...least.map((column) => better(table, column, "<")),
    ...most.map((column) => better(table, column, ">")),
  ];
  return {
    into: raw(`insert into ${table} (${[...key, ...sumColumns].join(", ")}) values`),
    onConflict: raw(`on conflict (${key.join(", ")}) do update set ${set.join(", ")}`),
  };
}

function better(table: string, column: string, than: "<" | ">"): string {
  const [kept, given] = [`${table}.${column}`, `excluded.${column}`];
  return `${column} = case when ${given} ${than} ${kept} then ${given} else ${kept} end`;
}

const ownKey = (span: string) => ["subscription_id", span, "api_id", "operation", "class", "user_id"];
const minutes = rollUp("usage_minute", ownKey("minute"));
const hours = rollUp("usage_hourly", ownKey("hour"));
const minuteTotals = rollUp("usage_minute_total", ["minute", "api_id", "class"]);
const hourTotals = rollUp("usage_hourly_total", ["hour", "api_id", "class"]);

/**
 * Adds deltas to the roll-ups. Their rows stay locked until the transaction ends: call it last, for every
 * call of an API in this hour waits for the totals.
 */
export async function writeRollUps(tx: Queries, deltas: UsageDeltas): Promise<void> {
  await write(tx, minutes, deltas.minutes);
  await write(tx, hours, deltas.hours);
  await write(tx, minuteTotals, deltas.minuteTotals);
  await write(tx, hourTotals, deltas.hourTotals);
}

async function write(tx: Queries, { into, onConflict }: RollUp, deltas: readonly UsageDelta[]) {
  for (let from = 0; from < deltas.length; ) {
    const count = rowCounts.find((each) => each <= deltas.length - from) ?? 1;
    const tuples = deltas
      .slice(from, from + count)
      .map(({ key, sums }) => [...key, ...sumColumns.map((column) => sums[column])]);
    await tx.run(sql`${into} ${rows(tuples)} ${onConflict}`);
    from += count;
  }
}
