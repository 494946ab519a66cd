import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import type { RecordFamily, RecordRow } from "../../src/vehicles/families/record-family.ts";
import type { ImportSummary } from "../../src/vehicles/imports/jobs/import-plan.ts";
import { importRecords } from "../../src/vehicles/imports/jobs/import-records.ts";
import { sweepDatasets } from "../../src/vehicles/imports/staging/record-sweep.ts";
import type { DatasetMeta } from "../../src/vehicles/imports/staging/staging.ts";
import { datasetFits } from "./dataset-fits.ts";

export interface LoadOptions {
  readonly dataset: DatasetMeta;
  readonly now: number;
  readonly graceMs?: number;
  /** The version of the reader and the file of the rows, if they matter. */
  readonly reader?: number;
  readonly sha256?: string;
  readonly mode?: "replace" | "merge";
}

const batchRows = 1000;

/** Imports rows from memory in place of those that a family has. Every row must be valid. */
export function loadRecords<F extends RecordFamily>(
  db: Database,
  family: F,
  rows: Iterable<RecordRow<F>>,
  { dataset, now, graceMs, reader = 0, sha256 = "", mode = "replace" }: LoadOptions,
): Promise<ImportSummary> {
  const input = {
    name: "memory",
    total: undefined,
    done: () => 0,
    async *read() {},
    checksum: () => sha256,
    async [Symbol.asyncDispose]() {},
  };
  const plan = { family, source: "test", dataset, reader, input, mode, dryRun: false };
  const more = {
    rows: batches(rows),
    rejectLimit: { rows: 0 },
    ...(graceMs !== undefined && { graceMs }),
    datasetFits,
  };
  return importRecords(db, { ...plan, ...more }, () => now);
}

async function* batches<Row>(rows: Iterable<Row>) {
  let batch: Row[] = [];
  let first = 1;
  const flush = () => {
    const [full, line] = [batch, first];
    batch = [];
    first += full.length;
    return { rows: full, lineOf: (index: number) => line + index };
  };
  for (const row of rows) {
    batch.push(row);
    if (batch.length === batchRows) yield flush();
  }
  yield flush();
}

/** Removes all records of a family. */
export async function removeRecords(db: Database, family: RecordFamily): Promise<void> {
  await db.run(sql`update dataset set state = 'former' where family = ${family.name}`);
  await sweepDatasets(db, family, "former");
}
