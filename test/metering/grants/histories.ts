import type { Database } from "../../../src/database/database.ts";
import { raw } from "../../../src/database/sql.ts";
import { ledgerComparisons } from "../../../src/metering/consistency/checks.ts";
import type { Kind } from "../../database/databases.ts";
import { History, type HistoryOptions } from "./history.ts";

export interface Histories {
  readonly count: number;
  readonly seed: number;
  readonly steps: number;
  readonly line?: (line: string) => void;
}

/** Subscriptions whose histories run on the same nodes. */
export const together = 64;

/** Runs the histories of one seed, whose rows are removed again. Resolves to what differs. */
export async function runGroup(
  db: Database,
  { seed, subscriptions, steps }: Omit<HistoryOptions, "settled">,
): Promise<string[]> {
  try {
    const found = await new History(db, { seed, subscriptions, steps, settled: seed % 4 === 0 }).run();
    return [...found, ...(await ledgerDifferences(db))];
  } finally {
    for (const table of ["credit_grant", "credit_balance", "credit_lease", "credit_ledger", "journal"])
      await db.run(raw(`delete from ${table}`));
  }
}

/** Runs random histories, every fourth group settled, and compares them with the oracle and the doctor's equations. */
export async function runHistories(
  kind: Kind,
  { count, seed, steps, line }: Histories,
): Promise<{ compared: number; differences: string[] }> {
  const fresh = await kind.migrated();
  const db = await fresh.open();
  const differences: string[] = [];
  let compared = 0;
  try {
    for (let group = seed; compared < count; group++) {
      const subscriptions = Math.min(together, count - compared);
      differences.push(...(await runGroup(db, { seed: group, subscriptions, steps })));
      compared += subscriptions;
      if (line && Math.floor(compared / 6400) > Math.floor((compared - subscriptions) / 6400))
        line(`${compared} of ${count}, ${differences.length} different`);
    }
  } finally {
    await fresh.end();
  }
  return { compared, differences };
}

/** How balances, grants and ledger differ in the whole database. */
export async function ledgerDifferences(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const comparison of ledgerComparisons) {
    const rows = await db.all<{ subject: string; expected: number; found: number }>(comparison.rows);
    for (const row of rows)
      if (row.expected !== row.found)
        found.push(`${comparison.found} = ${comparison.expected}: ${JSON.stringify(row)}`);
  }
  return found;
}
