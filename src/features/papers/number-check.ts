import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import {
  firstWrong,
  rowsAtOnce,
  rowsOf,
  type TableComparison,
} from "../../metering/consistency/table-comparison.ts";
import { type NumberGap, readGaps } from "./number-gaps.ts";
import { paperAdvice } from "./paper-check.ts";

interface Series {
  readonly series: string;
  readonly last: number | null;
  readonly papers: number;
  /** How many of them are outside the gaps. A paper that came back later can be in one. */
  readonly outside: number;
  readonly highest: number | null;
}

/** The numbers of each series: from 1 to its counter, without a gap that has no name. */
export const counterComparison: TableComparison = {
  found: "numbers of papers",
  expected: "1 to the counter of their series",
  subjects: "series",
  advice: `do not lower or raise the counter by hand, since a number must not come twice; ${paperAdvice}`,
  async run(tx, comparing) {
    const gaps = Map.groupBy(await readGaps(tx), ({ series }) => series);
    // A number is its series, a hyphen, and at least four digits.
    const all = await tx.all<Series>(sql`
      select coalesce(c.series, p.series) as series, c.last, coalesce(p.papers, 0) as papers,
        cast(coalesce(p.outside, 0) as bigint) as outside, p.highest
      from paper_counter c full join (
        select series, count(*) as papers, max(number) as highest, sum(case when exists (
          select 1 from paper_gap g
          where g.series = n.series and n.number between g.first_number and g.last_number) then 0 else 1 end) as outside
        from (select series, cast(substr(number, length(series) + 2) as bigint) as number from paper) n
        group by series) p on p.series = c.series
      order by 1`);
    for (const one of all)
      comparing.hold(`series ${one.series}`, await wrongNumbers(tx, one, gaps.get(one.series) ?? []));
  },
};

async function wrongNumbers(
  tx: Queries,
  { series, last, papers, outside, highest }: Series,
  gaps: readonly NumberGap[],
): Promise<string | undefined> {
  const reached = Math.max(highest ?? 0, gaps.at(-1)?.last ?? 0);
  const known = gaps.reduce((sum, gap) => sum + gap.last - gap.first + 1, outside);
  const missing = known < reached ? await firstMissing(tx, series, gaps) : reached + 1;
  return firstWrong(
    [last !== null, () => `it has ${papers} papers, and no counter`],
    [
      missing > reached,
      () => `it has ${papers} papers up to number ${highest ?? 0}: number ${missing} is missing`,
    ],
    [reached === last, () => `its counter is ${last}, and its last paper has the number ${highest ?? 0}`],
    [known === last, () => `it has ${papers} papers up to number ${last}`],
  );
}

/** The first number of a series that neither a paper nor a gap has. */
async function firstMissing(tx: Queries, series: string, gaps: readonly NumberGap[]): Promise<number> {
  let expected = 1;
  const skipGaps = () => {
    for (const { first, last } of gaps) if (first <= expected && expected <= last) expected = last + 1;
  };
  const numbers = rowsOf<{ number: number }>(
    tx,
    (last) => sql`
      select number from (
        select cast(substr(number, length(series) + 2) as bigint) as number from paper where series = ${series}) all_numbers
      where number > ${last?.number ?? 0} order by number limit ${rowsAtOnce}`,
  );
  for await (const rows of numbers)
    for (const { number } of rows) {
      skipGaps();
      if (number > expected) return expected;
      if (number === expected) expected += 1;
    }
  skipGaps();
  return expected;
}
