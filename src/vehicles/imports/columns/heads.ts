import type { RecordFamily } from "../../families/record-family.ts";
import { ImportError } from "../input/import-error.ts";
import type { Mapping } from "./mapping.ts";
import { documentedColumns } from "./template.ts";

/**
 * The names of a file's columns as they are documented, or as the mapping has them: other case, spaces, underscores and
 * hyphens do not matter where a name is not in the file exactly. Throws `ImportError` if a column that is read
 * occurs twice.
 */
export function knownHeads(
  family: RecordFamily,
  header: readonly string[],
  mapping?: Mapping,
): readonly string[] {
  return mapping ? mappedHeads(header, mapping) : documentedHeads(family, header);
}

/** Names that differ by case, spaces, underscores and hyphens alone are alike. */
export const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "");
const itemNumber = /\.\d+(?=\.|$)/g;
/** Items of lists have numbers: `liens.2.status` is documented as `liens.1.status`. */
const firstItem = (name: string): string => name.replace(itemNumber, ".1");

function documentedHeads(family: RecordFamily, header: readonly string[]): readonly string[] {
  const documented = documentedColumns(family).map(({ name }) => name);
  const isDocumented = new Set(documented);
  const byFold = new Map([...documented].reverse().map((name) => [folded(name), name]));
  const present = new Set(header);
  const heads = header.map((name) => {
    if (isDocumented.has(firstItem(name))) return name;
    const found = byFold.get(folded(firstItem(name)));
    if (found === undefined) return name;
    const numbers = name.match(itemNumber) ?? [];
    const like = found.replace(itemNumber, () => numbers.shift() ?? ".1");
    return present.has(like) ? name : like;
  });
  for (const name of heads) requireOnce(header, heads, name, "");
  return heads;
}

function mappedHeads(header: readonly string[], { columns }: Mapping): readonly string[] {
  const mapped = [
    ...new Set(Object.values(columns).flatMap(({ from }) => (from === undefined ? [] : [from]))),
  ];
  const heads = [...header];
  for (const column of mapped)
    if (!header.includes(column))
      header.forEach((name, index) => {
        if (folded(name) === folded(column) && !mapped.includes(name)) heads[index] = column;
      });
  for (const column of mapped) requireOnce(header, heads, column, ", which the map names,");
  return heads;
}

function requireOnce(header: readonly string[], heads: readonly string[], name: string, which: string): void {
  const first = heads.indexOf(name);
  const second = heads.indexOf(name, first + 1);
  if (name === "" || second < 0) return;
  const shown = [first, second].map((index) => `${index + 1} ("${header[index]}")`).join(" and ");
  throw new ImportError(
    `line 1: the column "${name}"${which} occurs twice, in columns ${shown}; delete one of them, or give it another name`,
  );
}
