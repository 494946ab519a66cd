/** Values of statements; all others are refused before the driver. */
export type Value = string | number | Uint8Array | null;

/** The SQL dialect. */
export type Dialect = "sqlite" | "postgres";

/** A value that no statement can have, or a number that JavaScript cannot represent exactly. */
export class InvalidValue extends TypeError {
  override readonly name = "InvalidValue";
}

/** A text that PostgreSQL cannot store. */
export class NulCharacter extends InvalidValue {}

/** Max. values per statement in both databases; SQLite's limit is the lower. */
export const valuesMax = 32_766;

/** A statement or a part of one: `parts` always has one member more than `values`. */
export class Sql {
  readonly parts: readonly string[];
  readonly values: readonly Value[];

  constructor(parts: readonly string[], values: readonly Value[]) {
    this.parts = parts;
    this.values = values;
  }
}

/** The value if a statement can have it; else throws `InvalidValue`. */
export function storable(value: unknown): Value {
  switch (typeof value) {
    case "string":
      // PostgreSQL has no such character; SQLite would cut the text in some functions.
      if (value.includes("\0")) throw new NulCharacter("text with a NUL character cannot be stored");
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new InvalidValue(`${value} cannot be stored`);
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
        throw new InvalidValue(`${value} is beyond the exact numbers (2^53 - 1)`);
      }
      return value;
    case "object":
      if (value === null || value instanceof Uint8Array) return value;
      throw new InvalidValue(`a ${value.constructor?.name ?? "bare object"} cannot be stored`);
    default:
      throw new InvalidValue(`${typeof value} cannot be stored (text, number, Uint8Array or null can)`);
  }
}

/**
 * A statement whose interpolated values are always bound, never written into the text. Interpolated `Sql` is
 * inlined with its values.
 */
export function sql(strings: TemplateStringsArray, ...inputs: readonly (Value | Sql)[]): Sql {
  if (!inputs.some((input) => input instanceof Sql)) return new Sql(strings, inputs.map(storable));
  const parts = [strings[0]!];
  const values: Value[] = [];
  inputs.forEach((input, index) => {
    if (input instanceof Sql) {
      append(parts, values, input);
      parts.push(parts.pop()! + strings[index + 1]!);
    } else {
      values.push(storable(input));
      parts.push(strings[index + 1]!);
    }
  });
  return new Sql(parts, values);
}

function append(parts: string[], values: Value[], piece: Sql): void {
  parts.push(parts.pop()! + piece.parts[0]!);
  for (let index = 0; index < piece.values.length; index += 1) {
    values.push(piece.values[index]!);
    parts.push(piece.parts[index + 1]!);
  }
}

/** Joins parts with plain text: `join(conditions, " and ")`. */
export function join(pieces: readonly Sql[], between: ", " | " and " | " or " | " union all " | " "): Sql {
  const parts = [""];
  const values: Value[] = [];
  pieces.forEach((piece, index) => {
    if (index > 0) parts.push(parts.pop()! + between);
    append(parts, values, piece);
  });
  return new Sql(parts, values);
}

/**
 * The inside of `in (…)`. An empty list is `null`, which equals nothing, so `in` and `not in` match no row.
 */
export function list(values: readonly Value[]): Sql {
  if (values.length === 0) return new Sql(["null"], []);
  return new Sql(["", ...new Array<string>(values.length - 1).fill(", "), ""], values.map(storable));
}

/** The rows after `values`, at least one: `insert into t (a, b) values ${rows([[1, 2], [3, 4]])}`. */
export function rows(tuples: readonly (readonly Value[])[]): Sql {
  if (tuples.length === 0) throw new RangeError("values needs at least one row");
  return join(
    tuples.map((tuple) => sql`(${list(tuple)})`),
    ", ",
  );
}

/** A table's or column's name chosen at run time. Throws for other than plain lower-case names. */
export function name(identifier: string): Sql {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(identifier)) throw new InvalidValue(`"${identifier}" is not a name`);
  return new Sql([`"${identifier}"`], []);
}

/** Text without values, for data definition, which cannot be bound. Never pass input from outside. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}
