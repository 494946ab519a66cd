/** The next round number that is at least this: 1, 2, 4 or 5 times a power of ten. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 4, 5, 10].map((times) => times * power).find((top) => top >= value) ?? 10 * power;
}

/** Maps [from, to] onto [start, end]. */
export function linear(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = to - from || 1;
  return (value) => start + ((end - start) * (value - from)) / span;
}
