/** How many signs are added, removed or replaced between two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length]!;
}

/** Longer texts are no names that somebody types. */
const mostSigns = 100;

/** The candidate whose text is nearest to a typed one, if it is at most half of it away. */
export function nearest<T>(
  typed: string,
  candidates: readonly T[],
  textOf: (one: T) => string,
): T | undefined {
  if (typed.length > mostSigns) return undefined;
  let best: T | undefined;
  let least = typed.length / 2;
  for (const one of candidates) {
    const away = distance(typed.toLowerCase(), textOf(one).toLowerCase());
    if (away >= least) continue;
    best = one;
    least = away;
  }
  return best;
}
