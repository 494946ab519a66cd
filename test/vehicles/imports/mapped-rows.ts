import type { RecordFamily, RecordRow } from "../../../src/vehicles/families/record-family.ts";
import { RecordError } from "../../../src/vehicles/imports/input/import-error.ts";
import { mappingFrom } from "../../../src/vehicles/imports/mappings/mappings.ts";
import type { ImportPreview } from "../../../src/vehicles/imports/preview/preview.ts";
import { PreviewCollector } from "../../../src/vehicles/imports/preview/preview-collector.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";

export interface ReadFile {
  readonly rows: readonly RecordRow[];
  readonly rejects: readonly { readonly line: number; readonly message: string }[];
  /** Why the file was refused; absent if it was not. */
  readonly error?: string;
  readonly preview: ImportPreview;
}

/** Reads a made file as a dry run does, or as an import. */
export async function readFile(
  family: RecordFamily,
  text: string,
  { mapping, dryRun = true }: { readonly mapping?: string | object; readonly dryRun?: boolean } = {},
): Promise<ReadFile> {
  const given = typeof mapping === "object" ? JSON.stringify(mapping) : mapping;
  const source = recordsSource(family, {
    yearMax: 2028,
    ...(given !== undefined && { mapping: mappingFrom(given, "map.yaml", family) }),
  });
  const preview = new PreviewCollector(family);
  const rows: RecordRow[] = [];
  const rejects: { line: number; message: string; column: string; value: string; reason: string }[] = [];
  async function* utf8() {
    yield Buffer.from(text);
  }
  const ended = (error?: string): ReadFile => ({
    rows,
    rejects: rejects.map(({ line, message }) => ({ line, message })),
    ...(error !== undefined && { error }),
    preview: preview.preview(rejects),
  });
  try {
    for await (const batch of source.rows(utf8(), dryRun ? preview : undefined)) {
      let index = 0;
      for (const row of batch.rows) {
        const line = batch.lineOf(index);
        index += 1;
        if (row instanceof RecordError) {
          const { message, column, value, reason } = row;
          rejects.push({ line, message, column, value, reason });
        } else rows.push(row);
      }
    }
    return ended();
  } catch (error) {
    return ended((error as Error).message);
  }
}
