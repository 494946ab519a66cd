import { findFault } from "../../../vehicles/imports/readers/bounds.ts";
import { Budget, type BudgetClocks } from "./budget.ts";
import { type MappedAnswer, mappedAnswer, outside } from "./mapped-answer.ts";
import { Outside } from "./outside.ts";
import type { AnswerShape, VendorLookup } from "./parse-lookup.ts";
import { isFalse } from "./selection.ts";
import { refusesOne } from "./status.ts";
import { type Found, findColumns, rowOf, type VendorColumn } from "./vendor-column.ts";
import { type MappedLookup, type VendorAnswer, VendorRefusal } from "./vendor-mapping.ts";

/** A longer answer is a failure: to parse and to walk it holds the thread. */
export const answerBytesMax = 2 ** 20;
/** More than any vehicle has; each becomes an event with every member of the family. */
export const recordsMax = 1000;

/** Time as reading needs it. */
export interface Clocks extends BudgetClocks {
  /** The last model year that there is. */
  readonly yearMax: () => number;
}

/** What was read on the way, for reports. */
export interface Steps {
  records?: readonly unknown[];
  found?: readonly Found[];
}

/** Reads a vendor's answer; undefined if it has no record. Throws as `VendorMapping.read`. */
export function readAnswer(
  { served, answer: shape }: VendorLookup,
  { status, body }: VendorAnswer,
  lookup: MappedLookup,
  clocks: Clocks,
  steps: Steps = {},
): MappedAnswer | undefined {
  if (shape.notFound.status.includes(status)) return undefined;
  if (status !== 200 || shape.failure.status.includes(status))
    throw new VendorRefusal(`It answered with ${status}.`, refusesOne(status));
  const answer = jsonOf(body);
  try {
    const found = findAll(shape, answer, new Budget(clocks), steps);
    if (!found) return undefined;
    const rows = found.map((one) => rowOf(shape.columns, one));
    return mappedAnswer(served, shape, rows, lookup, clocks.yearMax());
  } catch (error) {
    throw outside(error, shape.columns);
  }
}

function jsonOf(body: Uint8Array): unknown {
  if (body.length > answerBytesMax)
    throw new VendorRefusal(`Its answer has more than ${answerBytesMax} bytes.`, false);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  // 60 KB of nested lists in one column hold the thread for a second.
  const fault = findFault(bytes, 0);
  if (fault !== undefined) throw new Outside("the answer", fault);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new Outside("the answer", "is not JSON");
  }
}

/** Evaluates every expression; undefined if the answer has no record. */
function findAll(
  shape: AnswerShape,
  answer: unknown,
  budget: Budget,
  steps: Steps,
): readonly Found[] | undefined {
  const { notFound, failure, columns } = shape;
  if (notFound.when && !isFalse(notFound.when.find(answer, budget))) return undefined;
  if (failure.when && !isFalse(failure.when.find(answer, budget)))
    throw new VendorRefusal("Its answer fits failure.when of the mapping.", false);
  const records = recordsIn(shape, answer, budget);
  if (!records) return undefined;
  steps.records = records;
  const ofAnswer = new Map<VendorColumn, unknown>();
  for (const column of columns)
    if (column.ofAnswer) ofAnswer.set(column, column.selection!.find(answer, budget));
  const found = records.map((record) => findColumns(columns, record, ofAnswer, budget));
  budget.check();
  steps.found = found;
  return found;
}

function recordsIn(
  { at: { label, selection, isList } }: AnswerShape,
  answer: unknown,
  budget: Budget,
): readonly unknown[] | undefined {
  const found = selection.find(answer, budget);
  if (isList) {
    if (!Array.isArray(found)) throw new Outside(label, "is no list");
    if (found.length > recordsMax)
      throw new VendorRefusal(`Its answer has more than ${recordsMax} records.`, false);
    if (!found.every(isMembers)) throw new Outside(label, "has an item that is no object");
    return found.length === 0 ? undefined : found;
  }
  if (found === null) {
    // A vendor that renames the member has not lost its records.
    if (selection.steps && !hasMember(answer, selection.steps)) throw new Outside(label, "is absent");
    return undefined;
  }
  if (!isMembers(found)) throw new Outside(label, "is no object");
  return [found];
}

const isMembers = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function hasMember(answer: unknown, steps: readonly string[]): boolean {
  let at = answer;
  for (const step of steps) {
    // What is null has no members, and no record.
    if (at === null) return true;
    if (!isMembers(at) || !Object.hasOwn(at as object, step)) return false;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  return true;
}
