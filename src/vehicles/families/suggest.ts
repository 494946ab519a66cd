import { editDistance } from "../../base/edit-distance.ts";
import { nameKey } from "./names.ts";

const suggestionsMax = 5;
/** Longer than any name of a vehicle; what comes after it cannot make a name nearer. */
const comparedMax = 40;
const candidatesMax = 5000;

/** 0 for the best; undefined if a name does not resemble the requested one. */
function rank(requested: string, key: string): number | undefined {
  if (requested.length > 1 && key.startsWith(requested)) return 0;
  if (requested.length > 2 && key.includes(requested)) return 1;
  if (key.length > 2 && requested.startsWith(key)) return 1;
  const limit = Math.max(1, Math.floor(Math.min(requested.length, key.length) / 3));
  const edits = editDistance(requested, key, limit);
  return edits > limit ? undefined : 1 + edits;
}

/** The names nearest to the requested one, best first; the work is bounded for any length. */
export function nearestNames(requested: string, names: ReadonlyMap<string, string>): string[] {
  const key = nameKey(requested.slice(0, comparedMax * 2)).slice(0, comparedMax);
  if (key === "") return [];
  const found: { readonly name: string; readonly rank: number }[] = [];
  let candidates = 0;
  for (const [known, name] of names) {
    if (++candidates > candidatesMax) break;
    const place = rank(key, known.slice(0, comparedMax));
    if (place !== undefined) found.push({ name, rank: place });
  }
  found.sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return found.slice(0, suggestionsMax).map(({ name }) => name);
}
