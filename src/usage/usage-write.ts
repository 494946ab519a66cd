import type { Queries } from "../database/database.ts";
import type { Value } from "../database/sql.ts";
import { RowBatches } from "./row-batches.ts";
import type { UsageDelta, UsageDeltas } from "./usage-fold.ts";

const added = ["calls", "credits", "bytes", "cache_hits", "cache_misses", "api_us_sum", "service_us_sum"];
const least = ["api_us_min", "service_us_min"];
const most = ["api_us_max", "service_us_max"];
const sumColumns = [...added, ...least, ...most] as readonly (keyof UsageDelta["sums"])[];

function rollUp(table: string, key: readonly string[]): RowBatches {
  const set = [
    ...added.map((column) => `${column} = ${table}.${column} + excluded.${column}`),
    ...least.map((column) => better(table, column, "<")),
    ...most.map((column) => better(table, column, ">")),
  ];
  return new RowBatches(
    `insert into ${table} (${[...key, ...sumColumns].join(", ")})`,
    key.length + sumColumns.length,
    `on conflict (${key.join(", ")}) do update set ${set.join(", ")}`,
  );
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
  await minutes.write(tx, deltas.minutes, pushRow);
  await hours.write(tx, deltas.hours, pushRow);
  await minuteTotals.write(tx, deltas.minuteTotals, pushRow);
  await hourTotals.write(tx, deltas.hourTotals, pushRow);
}

function pushRow(values: Value[], { key, sums }: UsageDelta): void {
  for (const part of key) values.push(part);
  for (const column of sumColumns) values.push(sums[column]);
}
