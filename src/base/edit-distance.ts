/**
 * Number of single-character edits (insert, delete, replace) from `a` to `b`; `max + 1` if it exceeds `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const value = Math.min(replaced, row[j]! + 1, next[j - 1]! + 1);
      next.push(value);
      if (value < least) least = value;
    }
    if (least > max) return max + 1;
    row = next;
  }
  return row[b.length]!;
}

/** The candidate closest to a mistyped word; undefined if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let max = Math.max(2, Math.floor(word.length / 4));
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), max);
    if (distance <= max) [best, max] = [candidate, distance - 1];
  }
  return best;
}
