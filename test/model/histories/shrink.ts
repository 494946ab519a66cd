/**
 * The fewest steps, as far as leaving some out shows, with which a history still fails. `fails` resolves to what
 * differs. At most so many milliseconds.
 */
export async function shrink<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<string | undefined>,
  withinMs = 10_000,
): Promise<readonly Step[]> {
  let kept = steps;
  const until = performance.now() + withinMs;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length && performance.now() < until; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if ((await fails(fewer)) === undefined) from += size;
      else kept = fewer;
    }
  }
  return kept;
}
