import { RecordError } from "../import-error.ts";
import type { Batch } from "./batch.ts";
import { parseCarrying } from "./carried-texts.ts";
import { readLines } from "./lines.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const nothing: JsonObject = {};

/** One JSON object a line; empty lines are passed over. The members named may come as `JsonText`. */
export async function* readNdjson(
  text: AsyncIterable<string>,
  carried: readonly string[] = [],
): AsyncGenerator<Batch<JsonObject>> {
  for await (const { lines, first } of readLines(text)) {
    const rows: JsonObject[] = [];
    const places: number[] = [];
    const faults = new Map<number, RecordError>();
    for (const [index, line] of lines.entries()) {
      if (line.trim() === "") continue;
      const read = parse(line, carried);
      if (read instanceof RecordError) faults.set(rows.length, read);
      rows.push(read instanceof RecordError ? nothing : read);
      places.push(first + index);
    }
    if (rows.length > 0) yield { rows, faults, lineOf: (index) => places[index]! };
  }
}

function parse(line: string, carried: readonly string[]): JsonObject | RecordError {
  let value: unknown;
  try {
    value = parseCarrying(line, carried);
  } catch (error) {
    return new RecordError("", line, `not JSON: ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  return new RecordError("", line, "not a JSON object");
}
