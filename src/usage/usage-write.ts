import type { Queries } from "../database/database.ts";
import { type ColumnType, RowsStatement } from "../database/rows-statement.ts";
import type { UsageDelta, UsageDeltas } from "./usage-fold.ts";

const added = ["calls", "credits", "bytes", "cache_hits", "cache_misses", "api_us_sum", "service_us_sum"];
const least = ["api_us_min", "service_us_min"];
const most = ["api_us_max", "service_us_max"];
const sumColumns = [...added, ...least, ...most] as readonly (keyof UsageDelta["sums"])[];

function rollUp(
  table: string,
  key: readonly (readonly [name: string, type: ColumnType])[],
): RowsStatement<never> {
  const names = key.map(([name]) => name);
  const set = [
    ...added.map((column) => `${column} = ${table}.${column} + excluded.${column}`),
    ...least.map((column) => better(table, column, "<")),
    ...most.map((column) => better(table, column, ">")),
  ];
  return new RowsStatement(
    `insert into ${table} (${[...names, ...sumColumns].join(", ")}) select * from :rows where true
    on conflict (${names.join(", ")}) do update set ${set.join(", ")}`,
    [...key.map(([, type]) => type), ...sumColumns.map(() => "bigint" as const)],
  );
}

function better(table: string, column: string, than: "<" | ">"): string {
  const [kept, given] = [`${table}.${column}`, `excluded.${column}`];
  return `${column} = case when ${given} ${than} ${kept} then ${given} else ${kept} end`;
}

const ownKey = (span: string) =>
  [
    ["subscription_id", "text"],
    [span, "bigint"],
    ["api_id", "text"],
    ["operation", "text"],
    ["class", "text"],
    ["user_id", "text"],
  ] as const;
const totalKey = (span: string) =>
  [
    [span, "bigint"],
    ["api_id", "text"],
    ["class", "text"],
  ] as const;
const minutes = rollUp("usage_minute", ownKey("minute"));
const hours = rollUp("usage_hourly", ownKey("hour"));
const minuteTotals = rollUp("usage_minute_total", totalKey("minute"));
const hourTotals = rollUp("usage_hourly_total", totalKey("hour"));

/**
 * Adds deltas to the roll-ups. Their rows stay locked until the transaction ends: call it last, for every
 * call of an API in this hour waits for the totals.
 */
export async function writeRollUps(tx: Queries, deltas: UsageDeltas): Promise<void> {
  await minutes.run(tx, columnsOf(deltas.minutes));
  await hours.run(tx, columnsOf(deltas.hours));
  await minuteTotals.run(tx, columnsOf(deltas.minuteTotals));
  await hourTotals.run(tx, columnsOf(deltas.hourTotals));
}

function columnsOf(deltas: readonly UsageDelta[]): (string | number)[][] {
  const keys = deltas[0]?.key ?? [];
  return [
    ...keys.map((_, index) => deltas.map(({ key }) => key[index]!)),
    ...sumColumns.map((column) => deltas.map(({ sums }) => sums[column])),
  ];
}
