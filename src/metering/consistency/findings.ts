import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { requestLogStart } from "../usage/log-start.ts";
import { type Comparison, comparisonsFrom, schemaComparison } from "./checks.ts";

/** Two figures that should be equal and are not. */
export interface Finding {
  /** The comparison, as `found = expected`. */
  readonly check: string;
  /** What differs: a subscription, a journal, or an API with an outcome. */
  readonly subject: string;
  /** The start of the hour or minute, for figures by time. */
  readonly at?: number;
  readonly expected: number;
  readonly found: number;
}

/** A comparison and its result. */
export interface ComparisonResult {
  /** The names of the two figures. */
  readonly found: string;
  readonly expected: string;
  /** What has a figure in both: subscriptions, journals, hours. */
  readonly subjects: string;
  /** How many were compared, and how many differ. */
  readonly compared: number;
  readonly differing: number;
  /** The first hundred that differ. */
  readonly findings: readonly Finding[];
}

/** More than a person reads. */
const rowsMax = 100;

/**
 * Compares the schema, the ledger, the balances, the rollups and the request log. Reads only, while nodes run:
 * each comparison is one statement and so sees one moment. Calls that the log refused are in `usage_rejected`
 * and are reported, since a person must check them.
 */
export async function compareAll(db: Queries): Promise<readonly ComparisonResult[]> {
  const schema = await compareSchema(db);
  const results = [schema];
  // Without a table the other comparisons fail.
  if (schema.findings.some(({ subject }) => /^(?:table|view) /.test(subject))) return results;
  for (let index = 0; ; ) {
    const logStart = await requestLogStart(db);
    const comparison = comparisonsFrom(logStart)[index];
    if (!comparison) return results;
    const result = await compare(db, comparison);
    // Calls after the log start are never removed. If it has moved during the comparison, calls may be gone:
    // compare again.
    if (result.differing > 0 && (await requestLogStart(db)) !== logStart) continue;
    results.push(result);
    index += 1;
  }
}

/** Looks for every table, key, index, trigger and view of the schema. */
export function compareSchema(db: Queries): Promise<ComparisonResult> {
  return compare(db, schemaComparison(db.dialect));
}

/** All differences; empty if everything agrees. */
export async function consistencyFindings(db: Queries): Promise<readonly Finding[]> {
  return (await compareAll(db)).flatMap(({ findings }) => findings);
}

async function compare(
  db: Queries,
  { found, expected, subjects, rows }: Comparison,
): Promise<ComparisonResult> {
  // The first row counts all rows, so that counts and differences come from one statement.
  const [counts, ...differing] = await db.all<Row>(sql`
    with figures as materialized (${rows})
    select '' as subject, 0 as at, count(*) as expected,
      cast(coalesce(sum(case when expected <> found then 1 else 0 end), 0) as bigint) as found, 0 as place
    from figures
    union all
    select subject, at, expected, found, 1 from (
      select subject, at, expected, found from figures where expected <> found
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
