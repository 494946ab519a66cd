import type { VendorFile } from "./vendor-files.ts";

/** A place in a vendor's answer: members by name, elements by number. */
export type Place = readonly (string | number)[];

/** A member of an answer that a mapping requires. */
export interface RequiredMember {
  /** The documented column, or the list and its column. */
  readonly column: string;
  readonly at: Place;
}

interface Column {
  readonly path?: string;
  readonly of?: string;
  readonly required?: boolean;
  readonly columns?: Columns;
}
type Columns = Readonly<Record<string, string | Column>>;
interface Written {
  readonly lookups: readonly [
    { readonly record?: string; readonly records?: string; readonly columns: Columns },
  ];
}

/** Where the required members of a file are in an answer with everything. */
export function requiredMembers({ text }: Pick<VendorFile, "text">, body: unknown): RequiredMember[] {
  const [{ record, records, columns }] = (Bun.YAML.parse(text) as Written).lookups;
  const base = records === undefined ? placeOf(record!, body) : [...placeOf(records, body), 0];
  return membersIn(columns, base, "", body);
}

function membersIn(columns: Columns, base: Place, within: string, body: unknown): RequiredMember[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    if (typeof column === "string") return [];
    const { path, of, required, columns: inner } = column;
    const from = of === "answer" ? [] : base;
    if (inner) {
      const at = [...from, ...placeOf(path!, valueAt(body, from))];
      // A filter leads to an element already.
      const first = path!.includes("?") ? at : [...at, 0];
      const list = required ? [{ column: within + name, at }] : [];
      return [...list, ...membersIn(inner, first, `${within}${name}.columns.`, body)];
    }
    return required ? [{ column: within + name, at: [...from, ...placeOf(path!, body)] }] : [];
  });
}

/**
 * A path of plain or quoted members. With a filter it leads to the first element that passes it: of a list by the value of
 * a member, of the members after `*` by one that it must have.
 */
function placeOf(path: string, within: unknown): Place {
  const at: (string | number)[] = [];
  for (const step of path.match(/"[^"]+"|\w+|\[\?[^\]]+\]/g) ?? []) {
    const value = valueAt(within, at) as Record<string, Record<string, unknown> | null>;
    const [, member, wanted] = /^\[\?(\w+)(?:=='(.*)')?\]$/.exec(step) ?? [];
    if (member === undefined) at.push(step.replaceAll('"', ""));
    else if (wanted === undefined) at.push(Object.keys(value).find((name) => value[name]?.[member])!);
    else at.push(Object.values(value).findIndex((one) => one?.[member] === wanted));
  }
  return at;
}

export function valueAt(body: unknown, at: Place): unknown {
  return at.reduce((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], body);
}

/** The answer with another value at the place. */
export function withValue(body: unknown, at: Place, value: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, unknown>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

/** The answer whose member has another name. */
export function renamed(body: unknown, at: Place): unknown {
  const name = at.at(-1)!;
  const parent = valueAt(body, at.slice(0, -1)) as Record<string, unknown>;
  const { [name]: value, ...others } = parent;
  return withValue(body, at.slice(0, -1), { ...others, [`new_${name}`]: value });
}
