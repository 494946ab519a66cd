import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RecordFamily, RecordRow } from "../../../src/vehicles/families/record-family.ts";
import { RecordError } from "../../../src/vehicles/imports/input/import-error.ts";
import { openFile } from "../../../src/vehicles/imports/input/input.ts";
import { type Encoding, utf8Of } from "../../../src/vehicles/imports/input/utf8.ts";
import { type RecordsOptions, recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";

export interface FileRead {
  readonly rows: readonly RecordRow[];
  /** `3: vin must not be empty`, by line. */
  readonly rejected: readonly string[];
}

/** Reads a file of records as an import does, without storing them; a refused file is its reason. */
export async function readFile(
  family: RecordFamily,
  file: string | Uint8Array,
  { encoding, ...more }: Partial<RecordsOptions> & { readonly encoding?: Encoding } = {},
): Promise<FileRead | string> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-read-"));
  try {
    const path = join(folder, "records.csv");
    writeFileSync(path, file);
    const source = recordsSource(family, { yearMax: 2028, ...more });
    await using input = await openFile(path, { members: source.members, bytesMax: 2 ** 27, folder });
    const rows: RecordRow[] = [];
    const rejected: string[] = [];
    for await (const batch of source.rows(utf8Of(input.read(), encoding))) {
      let index = 0;
      for (const row of batch.rows) {
        if (row instanceof RecordError) rejected.push(`${batch.lineOf(index)}: ${row.message}`);
        else rows.push(row);
        index += 1;
      }
    }
    return { rows, rejected };
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
