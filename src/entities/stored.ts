import type { Value } from "../database/sql.ts";

/** How a member of a row is stored in its column. */
export interface Stored<T> {
  readonly type: "text" | "bigint" | "bytea";
  readonly isNullable: boolean;
  readonly encode?: (value: T) => Value;
  readonly decode?: (stored: never) => T;
  /** The expression that reads it, where its column alone is not enough; `at`: what precedes a column. */
  readonly read?: (at: string) => string;
}

/** A member that a new row need not state. */
export interface Defaulted<T> extends Stored<T> {
  readonly initial: T;
}

const stored = <T>(type: Stored<T>["type"]): Stored<T> => ({ type, isNullable: false });

export const text: Stored<string> = stored("text");
/** A whole number up to 2^53 - 1; times are milliseconds UTC. */
export const integer: Stored<number> = stored("bigint");
export const bytes: Stored<Uint8Array> = stored("bytea");

/** One of some words. */
export const word = <const T extends string>(..._words: readonly T[]): Stored<T> => stored("text");

/** 0 or 1 in the database. */
export const flag: Stored<boolean> = {
  ...stored<boolean>("bigint"),
  encode: Number,
  decode: (value: number) => value === 1,
};

/** A value as JSON. */
export const json = <T>(): Stored<T> => ({
  ...stored<T>("text"),
  encode: (value) => JSON.stringify(value),
  decode: (value: string) => JSON.parse(value) as T,
});

/** The same, or null. */
export function orNull<T>({ type, encode, decode }: Stored<T>): Stored<T | null> {
  return {
    type,
    isNullable: true,
    ...(encode && { encode: (value: T | null) => (value === null ? null : encode(value)) }),
    ...(decode && { decode: (value: never) => (value === null ? null : decode(value)) }),
  };
}

/** The same, with a value that new rows have if they state none. */
export const initially = <T>(one: Stored<T>, initial: NoInfer<T>): Defaulted<T> => ({ ...one, initial });
