import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { requestLogMark } from "../usage/usage-marks.ts";
import { type Comparison, comparisonsFrom } from "./checks.ts";

/** Two figures that should be equal and are not. */
export interface Finding {
  /** Which books disagree, as `found = expected`. */
  readonly check: string;
  /** On what: a subscription, a journal, an API and how its calls ended. */
  readonly subject: string;
  /** Where books are kept by hour or minute: its beginning. */
  readonly at?: number;
  readonly expected: number;
  readonly found: number;
}

/** Two books, and what became of their comparison. */
export interface ComparisonResult {
  /** The books' names, the one that was found wanting first. */
  readonly found: string;
  readonly expected: string;
  /** What has a figure in both: subscriptions, journals, hours. */
  readonly subjects: string;
  /** How many of them were compared, and how many differ. */
  readonly compared: number;
  readonly differing: number;
  /** The first hundred that differ. */
  readonly findings: readonly Finding[];
}

/** More than a person reads. */
const rowsMax = 100;

/**
 * Compares the ledger, the balances, the roll-ups and the request log. Reads only, beside running nodes: each
 * comparison is one statement, hence of one moment. Calls that the log refused stand in `usage_rejected` and
 * are found here, since a person must look at them.
 */
export async function compareAll(db: Queries): Promise<readonly ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  for (let index = 0; ; ) {
    const mark = await requestLogMark(db);
    const books = comparisonsFrom(mark)[index];
    if (!books) return results;
    const result = await compare(db, books);
    // Nothing behind the mark is removed while it stands; where it moved meanwhile, calls may have gone.
    if (result.differing > 0 && (await requestLogMark(db)) !== mark) continue;
    results.push(result);
    index += 1;
  }
}

/** Where the books disagree; nothing where they agree. */
export async function consistencyFindings(db: Queries): Promise<readonly Finding[]> {
  return (await compareAll(db)).flatMap(({ findings }) => findings);
}

async function compare(
  db: Queries,
  { found, expected, subjects, rows }: Comparison,
): Promise<ComparisonResult> {
  // The first row is the count of all, so that both come from one statement.
  const [counts, ...differing] = await db.all<Row>(sql`
    with books as materialized (${rows})
    select '' as subject, 0 as at, count(*) as expected,
      cast(coalesce(sum(case when expected <> found then 1 else 0 end), 0) as bigint) as found, 0 as place
    from books
    union all
    select subject, at, expected, found, 1 from (
      select subject, at, expected, found from books where expected <> found
      order by subject, at limit ${rowsMax}) first
    order by place, subject, at`);
  return {
    found,
    expected,
    subjects,
    compared: counts!.expected,
    differing: counts!.found,
    findings: differing.map((row) => ({
      check: `${found} = ${expected}`,
      subject: row.subject,
      ...(row.at > 0 && { at: row.at }),
      expected: row.expected,
      found: row.found,
    })),
  };
}

interface Row {
  readonly subject: string;
  readonly at: number;
  readonly expected: number;
  readonly found: number;
}
