import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { ImportSummary } from "../jobs/import-plan.ts";

/** Files can have VINs in small letters and with separators. */
export const vinPattern = (vin: string): RegExp =>
  new RegExp(`(?<![A-Z0-9])${[...vin].join("[ -]?")}(?![A-Z0-9])`, "i");

const runsPerStep = 100;

/**
 * Deletes what imports keep of rows of their files where a pattern is among them: their previews, and their first rejected
 * rows. Returns the number of these imports.
 */
export async function eraseOutcomes(db: Queries, pattern: RegExp, dryRun: boolean): Promise<number> {
  let erased = 0;
  for (let last = ""; ; ) {
    const runs = await db.all<{ id: string; outcome: string | null }>(sql`
      select id, outcome from import_run where id > ${last} order by id limit ${runsPerStep}`);
    for (const { id, outcome } of runs) {
      const kept = outcome && withoutRows(outcome, pattern);
      if (!kept) continue;
      erased += 1;
      if (!dryRun) await db.run(sql`update import_run set outcome = ${kept} where id = ${id}`);
    }
    const end = runs.at(-1);
    if (!end) return erased;
    last = end.id;
  }
}

/** The outcome without its rows; undefined if the pattern is not among them. */
function withoutRows(outcome: string, pattern: RegExp): string | undefined {
  if (!pattern.test(outcome)) return undefined;
  const { preview, first_rejects, ...rest } = JSON.parse(outcome) as Partial<ImportSummary>;
  if (!pattern.test(JSON.stringify([preview, first_rejects]))) return undefined;
  return JSON.stringify({ ...rest, ...(first_rejects && { first_rejects: [] }) });
}
