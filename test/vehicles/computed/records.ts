import type { RecordFamily, RecordRow } from "../../../src/vehicles/families/record-family.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { type TestService, testStart } from "../../harness.ts";
import { loadRecords, removeRecords } from "../load-records.ts";

/** Replaces a family's records with these, as the dataset of that name. */
export async function load<F extends RecordFamily>(
  service: TestService,
  family: F,
  rows: readonly RecordRow<F>[],
  name = "sample",
): Promise<void> {
  const dataset = { name, version: "1", source: "a test", licence: "none" };
  await loadRecords(service.app.database, family, rows, { dataset, now: testStart });
  forgetDatasets(service.app.database);
}

export async function unload(service: TestService, family: RecordFamily): Promise<void> {
  await removeRecords(service.app.database, family);
  forgetDatasets(service.app.database);
}
