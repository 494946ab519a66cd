import { expect, test } from "bun:test";
import { join } from "node:path";

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

test.skipIf(missing !== undefined)(
  "the commands of README and first data run in an empty clone",
  async () => {
    const run = Bun.spawn([process.execPath, join(import.meta.dir, "run.ts")], { stderr: "inherit" });
    const output = await new Response(run.stdout).text();
    expect(output.match(/^FAILED[\s\S]*/m)?.[0]).toBeUndefined();
    expect(await run.exited).toBe(0);
    expect(output.match(/^skipped .*?(?=:)/gm)).toEqual([
      "skipped README.md",
      "skipped README.md",
      "skipped README.md",
    ]);
    expect(output.match(/^ok /gm)!.length).toBeGreaterThan(10);
  },
  600_000,
);
