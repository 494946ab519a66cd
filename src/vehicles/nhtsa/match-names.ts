import type { ListedWmi, Lists } from "../../vin/nhtsa/registry.ts";

const isNumber = (query: string): boolean => /^\s*\d{1,9}\s*$/.test(query);

/**
 * What a caller means by a number or by a part of a name, in any case: the numbers of the names that hold it,
 * ascending. vPIC reads texts in this way wherever it takes either.
 */
export function matchIds(names: ReadonlyMap<number, string>, query: string): number[] {
  if (isNumber(query)) return names.has(Number(query)) ? [Number(query)] : [];
  return matchNames(names, query);
}

/** The same where a number is no more than a part of a name. */
export function matchNames(names: ReadonlyMap<number, string>, query: string): number[] {
  const part = query.trim().toLowerCase();
  if (part === "") return [];
  return [...names].filter(([, name]) => name.toLowerCase().includes(part)).map(([id]) => id);
}

/** The codes that are public on a day, such as `2026-11-21`. */
export const publicWmis = ({ wmis }: Lists, today: string): ListedWmi[] =>
  wmis.filter(({ published }) => published !== "" && published <= today);
