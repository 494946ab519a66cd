import { RecordError } from "../input/import-error.ts";
import { findFault } from "./bounds.ts";
import { readByteLines } from "./byte-lines.ts";
import { parseCarrying } from "./carried-texts.ts";
import type { Batch } from "./row-batch.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const nothing: JsonObject = {};

/** Reads one JSON object per line; ignores empty lines. Members in `carried` can come as `JsonBytes`. */
export async function* readNdjson(
  utf8: AsyncIterable<Buffer>,
  carried: readonly string[] = [],
): AsyncGenerator<Batch<JsonObject>> {
  for await (const { bytes, ends, first } of readByteLines(utf8)) {
    const rows: JsonObject[] = [];
    const lineNumbers: number[] = [];
    const faults = new Map<number, RecordError>();
    let from = 0;
    ends.forEach((end, index) => {
      // A view or an exception for each empty line would take longer than all else.
      const read = end === from ? undefined : parse(bytes.subarray(from, end), carried);
      from = end + 1;
      if (read === undefined) return;
      if (read instanceof RecordError) faults.set(rows.length, read);
      rows.push(read instanceof RecordError ? nothing : read);
      lineNumbers.push(first + index);
    });
    yield { rows, faults, lineOf: (index) => lineNumbers[index]! };
  }
}

const openObject = "{".charCodeAt(0);

function parse(line: Buffer, carried: readonly string[]): JsonObject | RecordError | undefined {
  const text = line[0] === openObject ? line : Buffer.from(line.toString().trim());
  return text.length === 0 ? undefined : objectOf(text, carried);
}

/** The object that bytes have, or why they have none. */
export function objectOf(text: Buffer, carried: readonly string[]): JsonObject | RecordError {
  const fault = findFault(text);
  if (fault) return new RecordError("", shown(text), fault);
  let value: unknown;
  try {
    value = parseCarrying(text, carried);
  } catch (error) {
    return new RecordError("", shown(text), `not JSON: ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  return new RecordError("", shown(text), "not a JSON object");
}

/** More than a message shows of a line. */
const shown = (line: Buffer): string => line.toString("utf8", 0, 1000).trim();
