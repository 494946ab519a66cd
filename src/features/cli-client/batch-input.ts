import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { linesOf } from "../../base/lines.ts";
import { UsageError } from "../../cli/command.ts";
import { type VinTable, vinTable } from "../../cli/decode-csv.ts";

/** A VIN, with its model year if the input has one. */
export type Entry = string | { readonly vin: string; readonly year: number };

/** Entries that are sent together; the same ones have the same key in every run. */
export interface Part {
  /** The index of the first entry. */
  readonly from: number;
  readonly entries: readonly Entry[];
  readonly idempotencyKey: string;
}

/** An interrupted part is the most that a later run sends again. */
export const partSize = 2000;

/** A file, or standard input if its name is `-`. */
export const streamOf = (file: string): AsyncIterable<Uint8Array> =>
  file === "-" ? process.stdin : createReadStream(file);

function entryOf(line: string, table: VinTable | undefined, year: number): Entry | undefined {
  const row = table?.vinOf(line) ?? { vin: line.trim(), year: 0 };
  if (row.vin === "") return undefined;
  const known = row.year || year;
  return known === 0 ? row.vin : { vin: row.vin, year: known };
}

/** The VINs of a list or table, without empty lines. `onBytes` counts what has been read. */
export async function* entriesIn(
  stream: AsyncIterable<Uint8Array>,
  { column, year }: { readonly column: string | undefined; readonly year: number },
  onBytes: (bytes: number) => void,
): AsyncGenerator<Entry> {
  let table: VinTable | undefined;
  let isFirst = true;
  async function* counted() {
    for await (const chunk of stream) {
      onBytes(chunk.length);
      yield chunk;
    }
  }
  for await (const lines of linesOf(counted())) {
    if (isFirst) {
      table = vinTable(lines[0]!, column);
      if (column !== undefined && !table) throw new UsageError(`the first line has no column "${column}"`);
      if (table) lines.shift();
    }
    isFirst = false;
    for (const line of lines) {
      const entry = entryOf(line, table, year);
      if (entry !== undefined) yield entry;
    }
  }
}

/** `salt` makes the keys of a run that is charged again. */
export async function* partsOf(entries: AsyncIterable<Entry>, salt: string): AsyncGenerator<Part> {
  let from = 0;
  let part: Entry[] = [];
  const whole = (): Part => {
    const hash = createHash("sha256").update(salt).update(JSON.stringify(part)).digest("hex");
    return { from, entries: part, idempotencyKey: `vingate-${hash}` };
  };
  for await (const entry of entries) {
    part.push(entry);
    if (part.length < partSize) continue;
    yield whole();
    from += part.length;
    part = [];
  }
  if (part.length > 0) yield whole();
}

/** A digest of files and of what else decides an output. */
export async function digestOf(files: readonly string[], settings: unknown): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex").slice(0, 12);
}
