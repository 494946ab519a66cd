import { minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** Numbers of a series that no paper has, from the first to the last; milliseconds UTC. */
export interface NumberGap {
  readonly series: string;
  readonly first: number;
  readonly last: number;
  /** A sentence without a full stop. */
  readonly reason: string;
  readonly at: number;
}

const columns = sql`series, first_number as "first", last_number as "last", reason, at`;

/** The gaps that were made since a moment, milliseconds UTC; all of them without it. */
export const readGaps = (db: Queries, since = 0): Promise<NumberGap[]> =>
  db.all<NumberGap>(sql`
    select ${columns} from paper_gap where at >= ${since} order by series, first_number`);

/** As papers have it. */
export const numberOf = (series: string, number: number): string =>
  `${series}-${String(number).padStart(4, "0")}`;

/**
 * How far numbers jump: the same backup can be restored again, and what was issued after the first restore is lost then
 * too. So a later jump from the same number ends at a higher one, by a number a minute.
 */
const jumpOf = (from: number, at: number): number => 1000 + Math.ceil(Math.max(0, at - from) / minuteMs);

/**
 * Leaves out the numbers that papers of a time may have that are lost here. The time is from `from`, the last moment that
 * the database has, to `at`; milliseconds UTC.
 */
export async function jumpNumbers(tx: Queries, from: number, at: number, reason: string): Promise<void> {
  // A database without any moment has only the series of now.
  const known = from > 0 ? from : at;
  for (let year = yearOf(known); year <= yearOf(at); year++) {
    const series = String(year);
    const jump = jumpOf(known, at);
    const { last } = (await tx.get<{ last: number }>(sql`
      insert into paper_counter (series, last) values (${series}, ${jump})
      on conflict (series) do update set last = paper_counter.last + ${jump} returning last`))!;
    await tx.run(sql`
      insert into paper_gap (series, first_number, last_number, reason, at)
      values (${series}, ${last - jump + 1}, ${last}, ${reason}, ${at})`);
  }
}

const yearOf = (at: number): number => new Date(at).getUTCFullYear();

/** What an operator must know of the gaps that were made since a moment. */
export const gapNotes = async (db: Queries, since: number): Promise<string[]> =>
  (await readGaps(db, since)).map(
    ({ series, first, last, reason }) =>
      `No paper has the numbers ${numberOf(series, first)} to ${numberOf(series, last)}: ${reason}`,
  );
