import type { Queries } from "../../database/database.ts";
import { type Column, type ColumnType, RowsStatement } from "../../database/rows-statement.ts";
import type { SeriesDelta, TotalDelta, UsageDeltas, UsageSeries, UsageSums } from "./usage-aggregate.ts";
import type { SeriesNumbers } from "./usage-series.ts";

const added = ["calls", "credits", "bytes", "cache_hits", "cache_misses", "api_us_sum", "service_us_sum"];
const least = ["api_us_min", "service_us_min"];
const most = ["api_us_max", "service_us_max"];
const sumColumns = [...added, ...least, ...most] as readonly (keyof UsageSums)[];

/** Sums by a key, and the statements that add to them. */
export interface RollUp {
  readonly span: "minute" | "hour";
  readonly table: string;
  readonly key: readonly (readonly [name: string, type: ColumnType])[];
  /** Adds rows of the key and the sums. */
  readonly add: RowsStatement<never>;
  /** As `add`, to the rows of a slot, the shared value. */
  readonly addToSlot: RowsStatement<never>;
}

function rollUp(span: RollUp["span"], table: string, rest: RollUp["key"]): RollUp {
  const key: RollUp["key"] = [[span, "bigint"], ...rest];
  const types = [...key.map(([, type]) => type), ...sumColumns.map(() => "bigint" as const)];
  const names = key.map(([name]) => name);
  return {
    span,
    table,
    key,
    add: new RowsStatement(upsert(table, names, "*"), types),
    addToSlot: new RowsStatement(
      upsert(`${table}_slot`, ["slot", ...names], "cast(:value as bigint), v.*"),
      types,
    ),
  };
}

function upsert(table: string, key: readonly string[], selected: string): string {
  const set = [
    ...added.map((column) => `${column} = ${table}.${column} + excluded.${column}`),
    ...least.map((column) => better(table, column, "<")),
    ...most.map((column) => better(table, column, ">")),
  ];
  return `insert into ${table} (${[...key, ...sumColumns].join(", ")}) select ${selected} from :rows where true
    on conflict (${key.join(", ")}) do update set ${set.join(", ")}`;
}

function better(table: string, column: string, than: "<" | ">"): string {
  const [kept, given] = [`${table}.${column}`, `excluded.${column}`];
  return `${column} = case when ${given} ${than} ${kept} then ${given} else ${kept} end`;
}

const seriesKey = [["series_id", "bigint"]] as const;
const totalKey = [
  ["api_id", "text"],
  ["class", "text"],
] as const;
const minutes = rollUp("minute", "usage_minute_sum", seriesKey);
const hours = rollUp("hour", "usage_hourly_sum", seriesKey);
const minuteTotals = rollUp("minute", "usage_minute_total", totalKey);
const hourTotals = rollUp("hour", "usage_hourly_total", totalKey);

/** In the order in which they are written. */
export const rollUps: readonly RollUp[] = [minutes, hours, minuteTotals, hourTotals];

/**
 * Adds sums to the rollups: to the rows of a journal's slot, which no other journal writes, or without one to the
 * rows that all share. Those stay locked until the transaction ends, so call it last. All writers use the order of
 * the keys, so that none deadlock.
 */
export async function writeRollUps(
  tx: Queries,
  deltas: UsageDeltas,
  known: SeriesNumbers,
  slot = 0,
): Promise<void> {
  const numbers = await known.numbersOf(tx, new Set(deltas.minutes.map(({ series }) => series)), slot > 0);
  const write = ({ add, addToSlot }: RollUp, columns: readonly Column[]) =>
    slot > 0 ? addToSlot.run(tx, columns, [slot]) : add.run(tx, columns);
  // Sent together, and run in this order.
  await Promise.all([
    write(minutes, ownColumns(deltas.minutes, numbers)),
    write(hours, ownColumns(deltas.hours, numbers)),
    write(minuteTotals, totalColumns(deltas.minuteTotals)),
    write(hourTotals, totalColumns(deltas.hourTotals)),
  ]);
}

function ownColumns(
  deltas: readonly SeriesDelta[],
  numbers: ReadonlyMap<UsageSeries, number>,
): readonly Column[] {
  const rows = deltas.map(({ series, at, sums }) => ({ number: numbers.get(series)!, at, sums }));
  rows.sort((a, b) => a.at - b.at || a.number - b.number);
  return [
    rows.map(({ at }) => at),
    rows.map(({ number }) => number),
    ...columnsOf(rows.map(({ sums }) => sums)),
  ];
}

function totalColumns(deltas: readonly TotalDelta[]): readonly Column[] {
  const keys = [deltas.map(({ at }) => at), deltas.map(({ api }) => api), deltas.map(({ ended }) => ended)];
  return [...keys, ...columnsOf(deltas.map(({ sums }) => sums))];
}

/** The columns of sums, as `RollUp.add` receives them. */
export function columnsOf(sums: readonly UsageSums[]): readonly Column[] {
  return sumColumns.map((column) => sums.map((each) => each[column]));
}
