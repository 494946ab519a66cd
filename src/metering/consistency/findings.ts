import type { Progress } from "../../base/loading.ts";
import type { Database, Queries } from "../../database/database.ts";
import { StatementError } from "../../database/errors.ts";
import { InvalidValue, sql } from "../../database/sql.ts";
import type { LoadedSink } from "../sink/sink.ts";
import { requestLogStart } from "../usage/log-start.ts";
import { type Comparison, ledgerComparisons, schemaComparison } from "./checks.ts";
import { compareLedgerChain } from "./compare-chain.ts";
import { UsageComparison } from "./compare-usage.ts";
import { type ComparisonResult, findingsMax } from "./comparison.ts";
import { givenGrants } from "./given-grants.ts";
import { compareNumbers } from "./numbers.ts";
import { compareTables, type TableComparison } from "./table-comparison.ts";

/** What all comparisons need beside the database. */
export interface Comparing {
  /** The parts that the migrations of this program make: `schemaParts`. */
  readonly schema: readonly string[];
  /** Present if the database does not keep single calls. */
  readonly sink?: LoadedSink | undefined;
  /** Those of features, of their own tables. */
  readonly tables?: readonly TableComparison[];
  readonly progress?: ((progress: Progress) => void) | undefined;
}

/**
 * Compares the schema, the ledger, the balances, the rollups and the request log, with `sink` where that keeps single calls. Reads
 * one moment, while nodes run. Calls that the log refused are in `usage_rejected` and are reported, since a person must check them.
 * Where a number is too large to be read, nothing else is compared.
 */
export async function compareAll(db: Database, comparing: Comparing): Promise<readonly ComparisonResult[]> {
  try {
    return await compareMoments(db, comparing);
  } catch (error) {
    if (!(error instanceof InvalidValue || error instanceof StatementError)) throw error;
    const numbers = await compareNumbers(db);
    if (numbers.differing === 0) throw error;
    return [numbers];
  }
}

async function compareMoments(db: Database, comparing: Comparing): Promise<readonly ComparisonResult[]> {
  for (let attempt = 1; ; attempt++) {
    const { results, logStart } = await db.transaction((tx) => compareMoment(tx, comparing), {
      snapshot: true,
    });
    const agree = results.every(({ differing }) => differing === 0);
    // A sink shows a journal that was opened after the moment, and a call that was amended after it.
    if (!agree && comparing.sink && attempt < attemptsMax) continue;
    // PostgreSQL drops days of calls from every moment that is read.
    if (agree || (await requestLogStart(db)) === logStart) return results;
  }
}

const attemptsMax = 3;

async function compareMoment(tx: Queries, comparing: Comparing) {
  const { progress = () => undefined, sink, tables = [] } = comparing;
  const schema = await compareSchema(tx, comparing.schema);
  // Without a table the other comparisons fail.
  if (schema.findings.some(({ subject }) => /^(?:table|view) /.test(subject)))
    return { results: [schema], logStart: undefined };
  const ledger: ComparisonResult[] = [];
  for (const comparison of ledgerComparisons) {
    progress({ stage: "Comparing the ledger", done: ledger.length, total: ledgerComparisons.length });
    ledger.push(await compare(tx, comparison));
  }
  ledger.push(...(await compareLedgerChain(tx)));
  const logStart = await requestLogStart(tx);
  const sums = await sink?.module.readSums(sink.options, tx);
  const usage = await new UsageComparison(tx, logStart, sums).run(progress);
  const ofTables = await compareTables(
    tx,
    [givenGrants, ...tables],
    { logStart, hasSink: sink !== undefined },
    progress,
  );
  return { results: [schema, ...ledger, ...usage, ...ofTables], logStart };
}

/** Looks for every table, key, index, trigger and view of the schema. */
export function compareSchema(db: Queries, schema: readonly string[]): Promise<ComparisonResult> {
  return compare(db, schemaComparison(db.dialect, schema));
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
      order by subject, at limit ${findingsMax}) first
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
