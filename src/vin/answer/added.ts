import { piecesOf } from "./bytes.ts";
import type { Derived } from "./derived.ts";
import { FIELDS, type FieldSource } from "./fields.ts";

/** A fact that a table adds to a decode, ready to be written. */
export interface Added extends Derived {
  readonly source: string;
  /** The index of the answer's field. */
  readonly place: number;
  /** The value as the inside of a JSON string, then the whole fact as JSON. */
  readonly pieces: ReturnType<typeof piecesOf>;
}

/** The answer's field of a source, and its index. */
export function fieldOf(wanted: FieldSource): { readonly field: string; readonly place: number } {
  const all = FIELDS.flatMap(([group, fields]) =>
    fields.map(([name, source]) => ({ field: `${group}.${name}`, source })),
  );
  const place = all.findIndex(({ source }) => source === wanted);
  return { field: all[place]!.field, place };
}

/** A fact with the JSON that answers contain of it. */
export function prepareFact(fact: Omit<Added, "pieces">): Added {
  const { field, value, rule, source } = fact;
  const whole = JSON.stringify({ field, value, rule, source });
  return { ...fact, pieces: piecesOf([JSON.stringify(value).slice(1, -1), whole]) };
}
