import type { ListedWmi, Lists } from "../../vin/nhtsa/registry.ts";

const isNumber = (query: string): boolean => /^\s*\d{1,9}\s*$/.test(query);

/**
 * The IDs that a number or a part of a name matches, ascending; ignores case. vPIC reads all such parameters
 * in this way.
 */
export function matchIds(names: ReadonlyMap<number, string>, query: string): number[] {
  if (isNumber(query)) return names.has(Number(query)) ? [Number(query)] : [];
  return matchNames(names, query);
}

/** The same, but a number is only a part of a name. */
export function matchNames(names: ReadonlyMap<number, string>, query: string): number[] {
  const part = query.trim().toLowerCase();
  if (part === "") return [];
  return [...names].filter(([, name]) => name.toLowerCase().includes(part)).map(([id]) => id);
}

/** The codes that are public on a day, for example `2026-11-21`. */
export const publicWmis = ({ wmis }: Lists, today: string): ListedWmi[] =>
  wmis.filter(({ published }) => published !== "" && published <= today);
