import type { Queries } from "../../../database/database.ts";
import { join, raw, sql } from "../../../database/sql.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { type LineFilter, type LineKind, type LineState, lineQueries } from "./line-sources.ts";

/** A line before its words are read. Amounts are minor units; what went back is below zero. */
export interface FoundLine {
  readonly kind: LineKind;
  readonly state: LineState;
  readonly id: string;
  readonly at: number;
  readonly minor: number;
  readonly currency: string;
  readonly needs: number;
}

export interface LineSum {
  readonly state: LineState;
  readonly currency: string;
  readonly lines: number;
  readonly minor: number;
  readonly needs: number;
}

interface Range {
  readonly limit: number;
  readonly offset: number;
}

/** Some of the lines, the newest first. Each source returns no more than the page needs of it. */
export async function readLines(
  db: Queries,
  filter: LineFilter,
  { limit, offset }: Range,
): Promise<FoundLine[]> {
  const most = offset + limit;
  const parts = lineQueries(filter, await readClock(db)).map(
    (query) => sql`select * from (${query} order by at desc, id desc limit ${most}) part`,
  );
  if (parts.length === 0) return [];
  return db.all<FoundLine>(sql`
    select * from (${join(parts, " union all ")}) lines
    order by at desc, id desc limit ${limit} offset ${offset}`);
}

/** How many lines each state has in each currency, and their sums. */
export async function sumLines(db: Queries, filter: LineFilter): Promise<LineSum[]> {
  // Each source by itself: no database keeps all the lines for it.
  const parts = lineQueries(filter, await readClock(db)).map(
    (query) => sql`
      select state, currency, count(*) as lines, sum(minor) as minor, sum(needs) as needs
      from (${query}) part group by state, currency`,
  );
  if (parts.length === 0) return [];
  const whole = (column: string) => raw(`cast(sum(${column}) as bigint) as ${column}`);
  return db.all<LineSum>(sql`
    select state, currency, ${whole("lines")}, ${whole("minor")}, ${whole("needs")}
    from (${join(parts, " union all ")}) sums group by state, currency order by state, currency`);
}
