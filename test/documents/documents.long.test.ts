import { expect, test } from "bun:test";
import { join } from "node:path";
import { guidePages } from "./guide.ts";

const home = join(import.meta.dir, "..", "..");
const isMissing = (...command: string[]) => {
  const found = Bun.which(command[0]!) && Bun.spawnSync(command, { cwd: home }).exitCode === 0;
  return found ? undefined : command.join(" ");
};
const missing = [
  isMissing("git", "rev-parse", "HEAD"),
  isMissing("npx", "--version"),
  isMissing("curl", "--version"),
].find((command) => command !== undefined);
if (missing !== undefined) console.log(`skipped: the documents' commands need "${missing}"`);

/** Runs the commands of pages. Resolves to the pages of those that were skipped, and the number of those that ran. */
async function runPages(pages: readonly string[]): Promise<{ skipped: string[]; ok: number }> {
  const command = [process.execPath, join(import.meta.dir, "run.ts"), ...pages];
  const run = Bun.spawn(command, { stderr: "inherit" });
  const output = await new Response(run.stdout).text();
  expect(output.match(/^FAILED[\s\S]*/m)?.[0]).toBeUndefined();
  expect(await run.exited).toBe(0);
  const skipped = [...output.matchAll(/^skipped (.*?):/gm)].map(([, page]) => page!);
  return { skipped, ok: output.match(/^ok /gm)!.length };
}

test.skipIf(missing !== undefined)(
  "the commands of README and first data run in an empty clone",
  async () => {
    const { skipped, ok } = await runPages(["README.md", "docs/first-data.md"]);
    expect(skipped).toEqual(["README.md", "README.md", "README.md"]);
    expect(ok).toBeGreaterThan(10);
  },
  600_000,
);

test.skipIf(missing !== undefined)(
  "the commands of each page of the guide run as a service shows them",
  async () => {
    const pages = guidePages(home);
    expect(pages.length).toBeGreaterThan(10);
    const { skipped, ok } = await runPages(pages);
    expect(skipped).toEqual([
      "docs/guide/self-hosting.md",
      ...(Bun.which("pip") ? [] : ["docs/guide/clients.md"]),
      ...(Bun.which("claude") ? [] : ["docs/guide/mcp.md"]),
      "docs/guide/payments.md",
    ]);
    expect(ok).toBeGreaterThan(15);
  },
  600_000,
);
