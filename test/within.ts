const attemptsMax = 5;

/**
 * Makes an attempt again, with twice the time, while it took longer than the time it has, as on a machine that stalls. Each
 * has a number, and needs rows of its own. Resolves to the result of the first in time. Throws after five that were late.
 */
export async function within<T>(
  firstMs: number,
  attempt: (number: number, milliseconds: number) => Promise<T>,
): Promise<T> {
  let milliseconds = firstMs;
  for (let number = 1; number <= attemptsMax; number++) {
    const begun = performance.now();
    const result = await attempt(number, milliseconds);
    if (performance.now() - begun < milliseconds) return result;
    milliseconds *= 2;
  }
  throw new Error(
    `none of ${attemptsMax} attempts took less than its time, of which the first had ${firstMs} ms`,
  );
}
