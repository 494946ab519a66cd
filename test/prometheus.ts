/** Debian's package `prometheus` contains it. */
export const promtool = Bun.which("promtool");

if (!promtool) console.log("promtool is missing (Debian: prometheus); its checks are skipped");

/** The output of promtool for a text on its standard input. */
export async function runPromtool(args: readonly string[], input = ""): Promise<string> {
  const child = Bun.spawn([promtool!, ...args], {
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return out + errors + (code === 0 ? "" : `exit code ${code}`);
}
