import { sql } from "../../../database/sql.ts";
import { type Check, ok, requireDatabase, warning } from "../../../running/check.ts";
import { importCheck } from "../jobs/import-check.ts";
import { importAgain, isOfOlderReader } from "../sources/readers.ts";

interface Row {
  readonly family: string;
  readonly name: string;
  readonly source: string;
  readonly reader: number;
  /** The source that its import names; null if no import is known. */
  readonly imported: string | null;
}

/** Whether lookups answer from files that the present reader would read otherwise. */
const readersCheck: Check = {
  name: "readers of records",
  async run(inspected) {
    const rows = await requireDatabase(inspected).all<Row>(sql`
      select d.family, d.name, d.source, d.reader, max(r.source) as imported from dataset d
      left join import_run r on r.dataset = d.id and r.state = 'done' where d.state = 'current'
      group by d.family, d.name, d.source, d.reader order by d.family`);
    const old = rows.filter(isOfOlderReader);
    if (old.length === 0) return ok("The present reader has read all datasets");
    const commands = old.map((one) => importAgain(one, one.imported ?? undefined));
    return warning(
      `Read by an older reader: ${old.map(({ family }) => family).join(", ")}`,
      `Import the files again, in the console or with ${commands.join("; ")}. Until then their answers stay as they are.`,
    );
  },
};

export const datasetChecks = { checks: [readersCheck, importCheck] } as const;
