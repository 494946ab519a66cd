import { MULTIPLE, NOT_FROM_PATTERNS } from "../pack/layout.ts";
import type { ElementMeta } from "../pack/pack-meta.ts";
import { text, type VpicSource, whole } from "./source.ts";

export interface Elements {
  readonly metas: readonly ElementMeta[];
  /** 1 for elements whose patterns are decoded and public. */
  readonly fromPatterns: Uint8Array;
  /** 1 for elements that engine patterns can fill. */
  readonly shown: Uint8Array;
  /** A lookup table's rows by element: attribute → name. */
  readonly lookups: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

const COLUMNS = ["Id", "Name", "Code", "LookupTable", "IsPrivate", "GroupName", "Decode", "weight"];

export const isSet = (cell: unknown): boolean =>
  cell === 1 || cell === "1" || cell === "t" || cell === "true";

export function readElements(source: VpicSource): Elements {
  const metas: ElementMeta[] = [];
  const fromPatterns = new Uint8Array(256);
  const shown = new Uint8Array(256);
  const lookups = new Map<number, ReadonlyMap<string, string>>();
  const tables = new Map<string, Map<string, string>>();
  const lookupTable = (name: string): Map<string, string> => {
    const known = tables.get(name);
    if (known !== undefined) return known;
    const rows = new Map<string, string>();
    if (source.count(name) > 0) {
      for (const [id, label] of source.rows(name, ["Id", "Name"])) rows.set(text(id), text(label));
    }
    tables.set(name, rows);
    return rows;
  };
  for (const [id, name, code, table, secret, group, decode, weight] of source.rows("Element", COLUMNS)) {
    const element = whole(id);
    if (text(table) !== "") lookups.set(element, lookupTable(text(table)));
    if (text(decode) === "" || isSet(secret)) continue;
    shown[element] = 1;
    fromPatterns[element] = NOT_FROM_PATTERNS.includes(element) ? 0 : 1;
    metas.push({
      id: element,
      name: text(name),
      code: text(code),
      group: text(group),
      lookup: text(table) !== "",
      weight: whole(weight),
      multiple: MULTIPLE.includes(element),
    });
  }
  return { metas, fromPatterns, shown, lookups };
}
