/** The longest that something else, due each millisecond, had to wait while work was done; and what came of the work. */
export async function longestWait<T>(work: () => Promise<T>): Promise<{ longest: number; result: T }> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const result = await work();
  clearInterval(timer);
  return { longest, result };
}
