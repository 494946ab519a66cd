import type { Progress } from "../../base/loading.ts";
import { programScript } from "../../base/program/place.ts";
import type { Queries } from "../../database/database.ts";
import type { Sql } from "../../database/sql.ts";
import { type Compared, Comparing, type ComparisonResult } from "./comparison.ts";

/** What is known of the moment that all comparisons read. */
export interface ReadMoment {
  /** The time since which single calls are complete; undefined if nothing was ever removed from them. */
  readonly logStart: number | undefined;
  /** Whether single calls are elsewhere. */
  readonly hasSink: boolean;
}

/** A comparison of tables in one pass, some rows at a time. It only reads. */
export interface TableComparison extends Compared {
  /** What to do about a difference: one sentence. */
  readonly advice: string;
  run(tx: Queries, comparing: Comparing, moment: ReadMoment): Promise<void>;
}

/** What the script of a feature exports. */
interface ComparisonsModule {
  readonly comparisons: readonly TableComparison[];
}

/** Loads the comparisons of scripts, in their order. */
export async function loadTables(scripts: readonly string[]): Promise<readonly TableComparison[]> {
  const modules = await Promise.all(scripts.map((path) => import(programScript(path))));
  return (modules as ComparisonsModule[]).flatMap(({ comparisons }) => comparisons);
}

/** Runs the comparisons one after the other. */
export async function compareTables(
  tx: Queries,
  tables: readonly TableComparison[],
  moment: ReadMoment,
  progress: (progress: Progress) => void,
): Promise<readonly ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  for (const table of tables) {
    progress({ stage: "Comparing plans, payments and proofs", done: results.length, total: tables.length });
    const { found, expected, subjects, advice } = table;
    const comparing = new Comparing({ found, expected, subjects });
    await table.run(tx, comparing, moment);
    results.push({ ...comparing.result, advice });
  }
  return results;
}

/** Rows that one statement reads. */
export const rowsAtOnce = 1000;

/** Yields the rows of statements that return at most `rowsAtOnce` rows after the last one, in the order of a key. */
export async function* rowsOf<Row>(
  tx: Queries,
  after: (last: Row | undefined) => Sql,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await tx.all<Row>(after(last));
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1);
  }
}

/** The first sentence whose condition does not hold; undefined if all do. */
export function firstWrong(
  ...facts: readonly (readonly [holds: boolean, wrong: () => string])[]
): string | undefined {
  return facts.find(([holds]) => !holds)?.[1]();
}
