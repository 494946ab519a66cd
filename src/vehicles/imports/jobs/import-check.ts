import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { type Check, type Inspected, ok, requireDatabase, warning } from "../../../running/check.ts";
import type { InboxItem } from "../../../running/inbox-item.ts";

const shownMs = 30 * dayMs;

/** Families whose last import failed. A later one that ends well, or is stopped, replaces it. */
export const importCheck: Check = {
  name: "imports",
  async run(inspected) {
    const failed = await failedImports(inspected);
    if (failed.length === 0) return ok("No import has failed");
    return {
      ...warning(failed.map(({ found }) => found).join(". "), "Import the files again, corrected."),
      item: null,
    };
  },
  items: failedImports,
};

async function failedImports(inspected: Inspected): Promise<InboxItem[]> {
  const runs = await requireDatabase(inspected).all<{
    id: string;
    family: string;
    state: string;
    started_at: number;
    ended_at: number | null;
    outcome: string;
  }>(sql`
    select id, family, state, started_at, ended_at, outcome from import_run
    where started_at > ${inspected.clock() - shownMs} and dry_run = 0 and state <> 'running'
    order by started_at, id`);
  const last = new Map(runs.map((run) => [run.family, run]));
  return [...last.values()]
    .filter(({ state }) => state === "failed")
    .map(({ id, family, ended_at, started_at, outcome }): InboxItem => {
      const { error = "" } = JSON.parse(outcome) as { error?: string };
      return {
        id: `import.${id}`,
        kind: "import",
        permission: "data.view",
        code: "import_failed",
        values: { family, error },
        since: ended_at ?? started_at,
        found: `The import of ${family} failed${error && `: ${error.replace(/\.$/, "")}`}`,
        consequence: "Lookups use the records of before.",
        action: { code: "open_import", object: `/imports/${id}` },
      };
    });
}
