import type { Queries } from "../../database/database.ts";
import { type ColumnType, RowsStatement } from "../../database/rows-statement.ts";
import type { SeriesDelta, TotalDelta, UsageDeltas, UsageSeries, UsageSums } from "./usage-aggregate.ts";
import type { SeriesNumbers } from "./usage-series.ts";

const added = ["calls", "credits", "bytes", "cache_hits", "cache_misses", "api_us_sum", "service_us_sum"];
const least = ["api_us_min", "service_us_min"];
const most = ["api_us_max", "service_us_max"];
const sumColumns = [...added, ...least, ...most] as readonly (keyof UsageSums)[];

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
    [span, "bigint"],
    ["series_id", "bigint"],
  ] as const;
const totalKey = (span: string) =>
  [
    [span, "bigint"],
    ["api_id", "text"],
    ["class", "text"],
  ] as const;
const minutes = rollUp("usage_minute_sum", ownKey("minute"));
const hours = rollUp("usage_hourly_sum", ownKey("hour"));
const minuteTotals = rollUp("usage_minute_total", totalKey("minute"));
const hourTotals = rollUp("usage_hourly_total", totalKey("hour"));

/**
 * Adds sums to the rollups. Their rows stay locked until the transaction ends, so call it last: every call of
 * an API in this hour needs its totals. All writers use the order of the keys, so that none deadlock.
 */
export async function writeRollUps(tx: Queries, deltas: UsageDeltas, known: SeriesNumbers): Promise<void> {
  const numbers = await known.numbersOf(tx, new Set(deltas.minutes.map(({ series }) => series)));
  await minutes.run(tx, ownColumns(deltas.minutes, numbers));
  await hours.run(tx, ownColumns(deltas.hours, numbers));
  await minuteTotals.run(tx, totalColumns(deltas.minuteTotals));
  await hourTotals.run(tx, totalColumns(deltas.hourTotals));
}

function ownColumns(
  deltas: readonly SeriesDelta[],
  numbers: ReadonlyMap<UsageSeries, number>,
): readonly (readonly number[])[] {
  const rows = deltas.map(({ series, at, sums }) => ({ number: numbers.get(series)!, at, sums }));
  rows.sort((a, b) => a.at - b.at || a.number - b.number);
  return [rows.map(({ at }) => at), rows.map(({ number }) => number), ...columnsOf(rows)];
}

function totalColumns(deltas: readonly TotalDelta[]): readonly (readonly (string | number)[])[] {
  const keys = [deltas.map(({ at }) => at), deltas.map(({ api }) => api), deltas.map(({ ended }) => ended)];
  return [...keys, ...columnsOf(deltas)];
}

function columnsOf(deltas: readonly { readonly sums: UsageSums }[]): readonly (readonly number[])[] {
  return sumColumns.map((column) => deltas.map(({ sums }) => sums[column]));
}
