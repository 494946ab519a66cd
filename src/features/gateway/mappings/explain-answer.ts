import type { RecordRow } from "../../../vehicles/families/record-family.ts";
import { createTake, Unfit } from "../../../vehicles/lookups/upstream/taken-record.ts";
import type { ServedLookup } from "./family-of-lookup.ts";
import { Outside } from "./outside.ts";
import type { AnswerShape, VendorLookup } from "./parse-lookup.ts";
import { type Clocks, readAnswer, type Steps } from "./read-answer.ts";
import type { Found, VendorColumn } from "./vendor-column.ts";
import { type MappedLookup, OutsideMapping, VendorRefusal } from "./vendor-mapping.ts";
import type { Explained, Fault, Outcome, ReadColumn, VendorSample } from "./vendor-sample.ts";

/** Reads an answer, and reports what each column found and what it was read as. */
export function explainAnswer(
  { status, body }: Pick<VendorSample, "status" | "body">,
  lookup: MappedLookup | undefined,
  lookups: ReadonlyMap<string, VendorLookup>,
  clocks: Clocks,
): Explained {
  const found = lookup && lookups.get(lookup.path);
  if (!found) return without("outside", [{ path: "lookup", reason: "is not served" }]);
  const { answer: shape, served } = found;
  const steps: Steps = {};
  let rows: readonly RecordRow[] = [];
  let read: Pick<Explained, "outcome" | "data" | "faults">;
  try {
    const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
    const mapped = readAnswer(found, { status, body: bytes }, lookup, clocks, steps);
    rows = mapped?.rows ?? [];
    read = mapped ? taken(served, mapped.data, lookup) : { outcome: "not_found", data: null, faults: [] };
  } catch (error) {
    read = faultOf(error);
  }
  return { ...read, columns: columnsRead(shape, steps, rows), unread: unreadIn(shape, steps) };
}

const without = (outcome: Outcome, faults: readonly Fault[]): Explained => ({
  outcome,
  data: null,
  faults,
  columns: [],
  unread: [],
});

/** The answer as the lookup would take it from any upstream. */
function taken({ family, from }: ServedLookup, data: unknown, { params }: MappedLookup) {
  const bytes = Buffer.from(JSON.stringify({ status: "success", data }));
  const body = createTake(family, from)(bytes, params, "all");
  const answer = JSON.parse(Buffer.from(body!).toString()) as { readonly data: unknown };
  return { outcome: "record" as const, data: answer.data, faults: [] };
}

function faultOf(error: unknown): Pick<Explained, "outcome" | "data" | "faults"> {
  if (error instanceof VendorRefusal)
    return { outcome: "failure", data: null, faults: [{ path: "the answer", reason: error.message }] };
  if (error instanceof Outside)
    return { outcome: "outside", data: null, faults: [{ path: error.path, reason: error.reason }] };
  if (error instanceof Unfit || error instanceof OutsideMapping)
    return { outcome: "outside", data: null, faults: [{ path: "data", reason: error.message }] };
  throw error;
}

function columnsRead(
  { columns }: AnswerShape,
  { found = [] }: Steps,
  rows: readonly RecordRow[],
): readonly ReadColumn[] {
  return found.flatMap((one, record) => {
    const row = rows[record];
    return columns.map((column, index) => ({
      record,
      column: column.name,
      path: column.selection?.text ?? null,
      found: shown(column, one[index]),
      read: row === undefined ? null : (readIn(row, column) ?? null),
    }));
  });
}

/** What was found, with the items of a list as objects. */
function shown({ items }: VendorColumn, found: unknown): unknown {
  if (!items || !Array.isArray(found)) return found ?? null;
  return (found as readonly Found[]).map((item) =>
    Object.fromEntries(items.map((column, index) => [column.name, shown(column, item[index])])),
  );
}

/** The value of a column in the row that was made: in its record, or among its keys. */
function readIn(row: RecordRow, { target, name }: VendorColumn): unknown {
  let at: unknown = row.record;
  for (const step of target)
    at =
      typeof at === "object" && at !== null
        ? (at as Readonly<Record<string | number, unknown>>)[step]
        : undefined;
  return at ?? (row as unknown as Readonly<Record<string, unknown>>)[name];
}

function unreadIn({ columns, ignore }: AnswerShape, { records = [] }: Steps): readonly string[] {
  const read = new Set(ignore);
  for (const { selection, ofAnswer } of columns)
    if (!ofAnswer) for (const name of selection?.names ?? []) read.add(name);
  const names = records.flatMap((record) => Object.keys(record as object));
  return [...new Set(names)].filter((name) => !read.has(name));
}
