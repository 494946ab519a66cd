import type { Database, Queries } from "../../src/database/database.ts";
import type { Sql } from "../../src/database/sql.ts";
import { type ComparisonResult, textOfFinding } from "../../src/metering/consistency/comparison.ts";
import { compareAll } from "../../src/metering/consistency/findings.ts";
import { loadTables } from "../../src/metering/consistency/table-comparison.ts";
import { schemaOf } from "./consistency-findings.ts";

/** A damage of a database: one statement, or a small function. */
export interface Damage {
  readonly name: string;
  readonly kind: string;
  readonly plant: Sql | ((tx: Queries) => Promise<unknown>);
  /** The lines that the doctor prints of it, with `named` IDs; none if it cannot detect it. */
  readonly says: readonly string[];
}

class Undone extends Error {}

/** A line without what differs from run to run. */
const named = (line: string): string =>
  line
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/\bV[A-Z2-9]{10}\b/g, "REFERENCE")
    .replace(/\b[0-9a-f]{32}\b/g, "JOURNAL");

const linesOf = (compared: readonly ComparisonResult[], left: readonly string[]): string[] =>
  compared
    .filter(({ found }) => !left.includes(found))
    .flatMap((one) => one.findings.map((finding) => named(textOfFinding(one, finding))))
    .sort();

/**
 * What all comparisons find, those of features (`scripts`) too. With a damage, it is planted before and undone
 * afterwards. `left`: comparisons that the test's own writes make differ.
 */
export async function findingsWith(
  db: Database,
  scripts: readonly string[],
  damage?: Damage,
  left: readonly string[] = [],
): Promise<readonly string[]> {
  const tables = await loadTables(scripts);
  const comparing = { schema: schemaOf(db), tables };
  const shown = ["schema", ...left];
  if (!damage) return linesOf(await compareAll(db, comparing), shown);
  let lines: string[] = [];
  const { plant } = damage;
  await db
    .transaction(async (tx) => {
      const changed = typeof plant === "function" ? await plant(tx) : await tx.run(plant);
      if (changed === 0) throw new Error(`${damage.name} changes nothing`);
      // Reads what was planted, in the same transaction.
      const within = {
        ...tx,
        dialect: tx.dialect,
        transaction: (work: (tx: Queries) => unknown) => work(tx),
      };
      for (const name of ["all", "get", "run"] as const) within[name] = tx[name].bind(tx) as never;
      lines = linesOf(await compareAll(within as unknown as Database, comparing), shown);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return lines;
}
