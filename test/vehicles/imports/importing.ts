import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../src/database/database.ts";
import { type InputOptions, openInput } from "../../../src/vehicles/imports/input/input.ts";
import type { ImportSummary } from "../../../src/vehicles/imports/jobs/import-plan.ts";
import { type ImportRequest, importSource } from "../../../src/vehicles/imports/jobs/import-source.ts";
import type { Source } from "../../../src/vehicles/imports/sources/source.ts";
import { datasetFits } from "../dataset-fits.ts";

/** A temporary folder, deleted after the test. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "vingate-import-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Imports a file as the command line does. */
export async function importFile(
  db: Database,
  source: Source,
  file: string,
  more: Partial<Omit<ImportRequest, "source" | "input">> & Partial<InputOptions> = {},
): Promise<ImportSummary> {
  using folder = temporaryFolder();
  const options = { members: source.members, bytesMax: 2 ** 30, folder: folder.path, ...more };
  await using input = await openInput(file, options);
  return await importSource(db, { graceMs: 0, datasetFits, ...more, source, input }, Date.now);
}

/** The same with a file of this text. */
export async function importText(
  db: Database,
  source: Source,
  text: string | Uint8Array,
  more: Parameters<typeof importFile>[3] = {},
): Promise<ImportSummary> {
  using folder = temporaryFolder();
  const file = join(folder.path, "records.csv");
  writeFileSync(file, text);
  return await importFile(db, source, file, more);
}
