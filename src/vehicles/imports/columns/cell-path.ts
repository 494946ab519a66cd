import { RecordError } from "../input/import-error.ts";
import { findFault, membersMax } from "../readers/bounds.ts";
import type { Shape } from "./record-shape.ts";

/** The path of a column in a record: names of members, indexes in lists from 0. */
export type CellPath = readonly (string | number)[];

export interface CellTarget {
  readonly path: CellPath;
  readonly shape: Shape;
}

/**
 * Finds what a column names: `bulb.low_beam` is a member of a member, `liens.1.state` one of a list's first
 * item. Undefined if the record has no such member.
 */
export function findTarget(shape: Shape, name: string): CellTarget | undefined {
  if (shape.kind === "object") {
    // Names of members can contain dots: the longest that fits wins.
    const fitting = shape.members
      .filter((member) => name === member.name || name.startsWith(`${member.name}.`))
      .sort((a, b) => b.name.length - a.name.length);
    for (const member of fitting) {
      const found = within(member.shape, name.slice(member.name.length), member.name);
      if (found) return found;
    }
    return shape.open && fitting.length === 0 ? { path: [name], shape: { kind: "any" } } : undefined;
  }
  if (shape.kind === "any" || shape.kind === "map") return openTarget(shape, name);
  if (shape.kind !== "list") return undefined;
  const [, digits = "", rest = ""] = /^([1-9]\d{0,3})(.*)$/.exec(name) ?? [];
  return digits === "" ? undefined : within(shape.item, rest, Number(digits) - 1);
}

function within(shape: Shape, rest: string, step: string | number): CellTarget | undefined {
  if (rest === "") return { path: [step], shape };
  if (!rest.startsWith(".")) return undefined;
  const found = findTarget(shape, rest.slice(1));
  return found && { path: [step, ...found.path], shape: found.shape };
}

/** Maps have any member names; dots divide the names of open values. */
function openTarget(shape: Shape, name: string): CellTarget {
  if (shape.kind === "map" && shape.value.kind !== "any") return { path: [name], shape: shape.value };
  return { path: name.split("."), shape: { kind: "any" } };
}

/**
 * The value of a cell's text; undefined if it is empty. Throws `RecordError` if the shape does not allow it.
 */
export function cellValue(shape: Shape, text: string, column: string): unknown {
  if (text === "") return undefined;
  if (shape.kind !== "list" && shape.kind !== "object" && shape.kind !== "map") return text;
  const first = text.trimStart()[0];
  if (first === "[" || first === "{") {
    const fault = findFault(Buffer.from(text));
    if (fault) throw new RecordError(column, text, fault);
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new RecordError(column, text, `is not JSON: ${(error as Error).message}`);
    }
  }
  // One more than a list can have, which its shape refuses.
  if (shape.kind === "list") return text.split("|", membersMax + 1).map((item) => item.trim());
  throw new RecordError(column, text, "must be JSON");
}

type Container = Record<string | number, unknown>;

/** Sets a value in a record; creates the objects and lists of its path. */
export function setPath(record: Container, path: CellPath, value: unknown): void {
  let at = record;
  for (let index = 0; index < path.length - 1; index += 1) {
    const step = path[index]!;
    at[step] ??= typeof path[index + 1] === "number" ? [] : {};
    at = at[step] as Container;
  }
  at[path[path.length - 1]!] = value;
}
