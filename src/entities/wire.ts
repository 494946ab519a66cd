import type { z } from "zod";
import { isoTime } from "../base/clock.ts";
import { columnOf } from "./table.ts";

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";
type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Name;

/** Members with the names that JSON has. */
export type WireOf<T> = { -readonly [K in keyof T as K extends string ? Snake<K> : never]: T[K] };
export type MembersOf<T> = { -readonly [K in keyof T as K extends string ? Camel<K> : never]: T[K] };

/**
 * The members of a row with the names that JSON has: `displayName` is `display_name`. All in its order, or those that
 * are named.
 */
export const wireOf = <T extends object, K extends keyof T = keyof T>(
  row: T,
  ...names: readonly K[]
): WireOf<Pick<T, K>> => renamed(row, columnOf, names) as WireOf<Pick<T, K>>;

/** Times of a row as JSON has them. */
export const timesOf = <T extends object, K extends keyof T>(row: T, ...names: readonly K[]) =>
  wireOf(
    Object.fromEntries(names.map((name) => [name, isoTime(row[name] as number | null)])) as {
      [N in K]: T[N] extends number ? string : string | null;
    },
  );

/** The members of JSON with the names that rows have. */
export const membersOf = <T extends object>(body: T): MembersOf<T> =>
  renamed(body, (name) =>
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ) as MembersOf<T>;

/** The members that an output declares, in its order, of values that may have others. */
export const shownAs = <Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  values: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> =>
  Object.fromEntries(
    Object.keys(shape).map((name) => [name, values[name as keyof typeof values]]),
  ) as typeof values;

function renamed<T extends object>(
  from: T,
  rename: (name: string) => string,
  some: readonly (keyof T)[] = [],
) {
  const names = some.length > 0 ? some : (Object.keys(from) as (keyof T)[]);
  return Object.fromEntries(names.map((name) => [rename(name as string), from[name]]));
}
