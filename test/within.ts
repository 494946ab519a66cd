const attemptsMax = 5;

/**
 * Makes an attempt again while it took longer than what it waits for, as on a machine that stalls; each has a number, and
 * needs rows of its own. Resolves to the result of the first in time. Throws after five that were late.
 */
export async function within<T>(milliseconds: number, attempt: (number: number) => Promise<T>): Promise<T> {
  for (let number = 1; number <= attemptsMax; number++) {
    const begun = performance.now();
    const result = await attempt(number);
    if (performance.now() - begun < milliseconds) return result;
  }
  throw new Error(`none of ${attemptsMax} attempts took less than ${milliseconds} ms`);
}
