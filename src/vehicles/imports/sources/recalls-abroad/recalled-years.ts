import { undatedYear, type VehicleRow } from "../../../families/record-family.ts";

/** A range of vehicles, as `RecalledRange` of lookups. */
interface Range {
  readonly built_from: string;
  readonly built_to: string;
  readonly vin_from: string;
  readonly vin_to: string;
}

/** What is read of the record of a campaign whose file has production in place of model years. */
interface RangedRecord {
  readonly report_received_date: string;
  readonly ranges: readonly Range[];
}

/** Longer production is an error of the file: its year is then open. */
const yearsMax = 40;

/**
 * A record for each model year that its range of production can have: a model year begins in the year before it.
 * Without a beginning the years are open: one record under `undatedYear`. The end is at most the day of the recall.
 */
export function rowsOfYears(names: readonly string[], record: RangedRecord): readonly VehicleRow[] {
  const range = record.ranges[0]!;
  const bounded = { ...range, built_to: range.built_to || record.report_received_date };
  const whole = { ...record, ranges: [bounded] };
  const years = [bounded.built_from, bounded.built_to].map((day) => Number(day.slice(0, 4)));
  const first = Math.min(...years);
  const last = Math.max(...years) + 1;
  if (bounded.built_from === "" || bounded.built_to === "" || last - first > yearsMax)
    return [{ year: undatedYear, names, record: whole }];
  return Array.from({ length: last - first + 1 }, (_, at) => ({ year: first + at, names, record: whole }));
}

/** The first record with the ranges of both. */
export function withRanges(a: VehicleRow, b: VehicleRow): VehicleRow {
  const [known, others] = [a, b].map(({ record }) => (record as RangedRecord).ranges) as [
    readonly Range[],
    readonly Range[],
  ];
  const isKnown = (range: Range) =>
    known.some((one) => Object.entries(range).every(([name, text]) => one[name as keyof Range] === text));
  const more = others.filter((range) => !isKnown(range));
  return more.length === 0 ? a : { ...a, record: { ...a.record, ranges: [...known, ...more] } };
}
