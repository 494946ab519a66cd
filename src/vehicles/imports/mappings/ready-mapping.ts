import { folded } from "../columns/heads.ts";
import type { MappedColumn } from "../columns/mapped-column.ts";
import type { Mapping } from "../columns/mapping.ts";
import { ImportError } from "../input/import-error.ts";

/** A documented column of a ready-made mapping; of several names the first that a file has counts. */
export interface ReadyColumn extends Omit<MappedColumn, "from"> {
  readonly from?: string | readonly string[];
}

/** A mapping for files of one kind, whoever exports them: columns that a file does not have are left out. */
export interface ReadyMapping {
  readonly name: string;
  readonly title: string;
  readonly family: string;
  /** The columns by which its files are known: one name of each list. */
  readonly needs: readonly (readonly string[])[];
  readonly columns: Readonly<Record<string, ReadyColumn>>;
  readonly ignore?: readonly string[];
}

type Heads = ReadonlyMap<string, string>;

/** Heads by what they are without case, spaces and signs. */
const headsOf = (header: readonly string[]): Heads =>
  new Map([...header].reverse().map((name) => [folded(name), name]));

const headFor = (heads: Heads, names: readonly string[]): string | undefined =>
  names.map((name) => heads.get(folded(name))).find((head) => head !== undefined);

/** Whether a header has the columns by which the mapping's files are known. */
export function isFor({ needs }: ReadyMapping, header: readonly string[]): boolean {
  const heads = headsOf(header);
  return needs.every((names) => headFor(heads, names) !== undefined);
}

/** The mapping for a header. Throws `ImportError` for a header without the columns that it needs. */
export function resolved(ready: ReadyMapping, header: readonly string[]): Mapping {
  const { name, title, needs, columns, ignore = [] } = ready;
  const heads = headsOf(header);
  const missing = needs.find((names) => headFor(heads, names) === undefined);
  if (missing)
    throw new ImportError(
      `line 1: the mapping ${name} needs a column "${missing[0]}"${missing.length > 1 ? ` (or ${missing.slice(1).join(", ")})` : ""}, which the file lacks`,
    );
  const found = Object.entries(columns).flatMap(([as, { from, ...rest }]): [string, MappedColumn][] => {
    if (from === undefined) return [[as, rest]];
    const head = headFor(heads, typeof from === "string" ? [from] : from);
    return head === undefined ? [] : [[as, { from: head, ...rest }]];
  });
  const left = ignore.flatMap((one) => heads.get(folded(one)) ?? []);
  return { name, title, columns: Object.fromEntries(found), ignore: left };
}
