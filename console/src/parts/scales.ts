/** The next round number that is at least this, whose half is round too. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 3, 4, 6, 8, 10].map((times) => times * power).find((top) => top >= value) ?? 10 * power;
}

/** Maps [from, to] onto [start, end]. */
export function linear(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = to - from || 1;
  return (value) => start + ((end - start) * (value - from)) / span;
}
