/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly printed: string;
}

/** Runs a command in a copy of the sources. It is killed after `limitMs`. */
export async function runIn(copy: string, command: readonly string[], limitMs = 180_000): Promise<Ended> {
  // The executable was made of sources without the bug.
  const { VINGATE_TEST_BINARY: _, ...env } = process.env;
  const child = Bun.spawn([...command], {
    cwd: copy,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: limitMs,
  });
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, printed: output.join("") };
}
