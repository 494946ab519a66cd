/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly printed: string;
}

/** Longer than any test may take. */
const endMs = 300_000;

/** A bug can let a test hang. */
const testMs = 60_000;

/** What a test waits for, so that the condition which the bug breaks is named before the test's time is over. */
const waitMs = testMs / 3;

/** Runs a command in a copy of the sources. It is killed after `limitMs`. */
export async function runIn(copy: string, command: readonly string[], limitMs = endMs): Promise<Ended> {
  const child = Bun.spawn([...command], {
    cwd: copy,
    env: {
      ...process.env,
      // The executable was made of sources without the bug, and costs are those of tests without one.
      VINGATE_TEST_BINARY: undefined,
      VINGATE_TEST_COSTS: undefined,
      VINGATE_TEST_LIMIT_MS: String(testMs),
      VINGATE_TEST_WAIT_MS: String(waitMs),
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: limitMs,
  });
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, printed: output.join("") };
}

/** Runs tests in a copy until the first one fails. */
export function testIn(copy: string, words: readonly string[], limitMs?: number): Promise<Ended> {
  const options = ["--timeout", String(testMs), "--bail", "--no-orphans"];
  return runIn(copy, [process.execPath, "test", ...options, ...words], limitMs);
}
