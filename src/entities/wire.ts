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

/** The members of a row, in its order, with the names that JSON has: `displayName` is `display_name`. */
export const wireOf = <T extends object>(row: T): WireOf<T> => renamed(row, columnOf) as WireOf<T>;

/** The members of JSON with the names that rows have. */
export const membersOf = <T extends object>(body: T): MembersOf<T> =>
  renamed(body, (name) =>
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ) as MembersOf<T>;

const renamed = (from: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [rename(name), value]));
