import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type ListedVin, listedVins } from "../../cli/decode-csv.ts";
import { listLines } from "../../cli/list-lines.ts";
import type { Encoding } from "../../vehicles/imports/input/utf8.ts";

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

function entryOf(row: ListedVin, year: number): Entry | undefined {
  const vin = row.vin.trim();
  if (vin === "") return undefined;
  const known = row.year || year;
  return known === 0 ? vin : { vin, year: known };
}

/** How lists are read. */
export interface ListForm {
  readonly column: string | undefined;
  readonly year: number;
  readonly encoding: Encoding;
}

/** The VINs of a list or table, without empty lines. `onBytes` counts what has been read. */
export async function* entriesIn(
  stream: AsyncIterable<Uint8Array>,
  { column, year, encoding }: ListForm,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Entry> {
  async function* counted() {
    for await (const chunk of stream) {
      onBytes(chunk.length);
      yield chunk;
    }
  }
  for await (const { rows } of listedVins(listLines(counted(), encoding), column))
    for (const row of rows) {
      const entry = entryOf(row, year);
      if (entry !== undefined) yield entry;
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
