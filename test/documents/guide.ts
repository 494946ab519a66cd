import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { Glob } from "bun";
import { freePort } from "../service-process.ts";
import { newMachine } from "./machine.ts";
import { report } from "./operating.ts";
import { commandsOf } from "./page.ts";

/** The pages of the guide that have commands. */
export const guidePages = (home: string): string[] =>
  [...new Glob("docs/guide/*.md").scanSync({ cwd: home })]
    .filter((page) => commandsOf(readFileSync(join(home, page), "utf8")).length > 0)
    .sort();

/** The files that a reader has. */
const files: Readonly<Record<string, string>> = {
  "vins.txt": "5J6RW2H59JL990075\n1HGCM82633A004352\n",
  "fleet.csv": "vin\n5J6RW2H59JL990075\n1HGCM82633A004352\n",
  "list.tsv": "1\t5J6RW2H59JL990075\n2\t1HGCM82633A004352\n",
};

const skipped: readonly (readonly [RegExp, () => string | undefined])[] = [
  [/^claude /, () => (Bun.which("claude") ? undefined : "Claude Code is not installed")],
  [/^pip /, () => (Bun.which("pip") ? undefined : "pip is not installed")],
  [/\/payments\/quote/, () => "it needs a plan that the reader's service sells"],
];

/** What a reader types: a terminal prompts for the key. */
const typed = (text: string) => text.replace(/^vingate login /, 'echo "$KEY" | vingate login ');

/**
 * Runs the commands of pages of the guide as a service of the clone shows them, in a shell for each page, which keeps
 * its variables from block to block. Resolves to the number of those that failed.
 */
export async function runGuide(
  pages: readonly string[],
  clone: string,
  work: string,
  env: Record<string, string>,
): Promise<number> {
  const port = freePort();
  const service = newMachine(clone, { ...env, VINGATE_PORT: String(port) });
  const programs = join(work, "bin");
  mkdirSync(programs, { recursive: true });
  symlinkSync(join(clone, "bin", "vingate.js"), join(programs, "vingate"));
  let failed = 0;
  try {
    const fault = await service.serve("npm start", "/health");
    if (fault !== undefined) throw new Error(fault);
    const first = JSON.parse(readFileSync(join(clone, "data", "first-run.json"), "utf8"));
    const reader = {
      ...env,
      PATH: `${programs}${delimiter}${env.PATH}`,
      KEY: first.demo_key as string,
      TOKEN: first.operator_token as string,
      // Without a network there is no httpx.
      PIP_NO_DEPS: "1",
      PIP_NO_INDEX: "1",
      PIP_TARGET: join(work, "python"),
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
    };
    for (const page of pages) failed += await runPage(page, reader);
  } finally {
    await service.stop();
  }
  return failed;

  async function runPage(page: string, variables: Record<string, string>): Promise<number> {
    const folder = join(work, basename(page, ".md"));
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const shown = await fetch(`http://127.0.0.1:${port}/docs/${basename(page)}`);
    const reader = newMachine(folder, { ...variables, HOME: folder });
    let count = 0;
    for (const command of commandsOf(await shown.text())) {
      const reason = skipped.find(([of]) => of.test(command.text))?.[1]();
      const text = `set -a; [ ! -f .variables ] || . ./.variables
${typed(command.text)}
ended=$?; export -p > .variables; exit $ended`;
      count += await report(page, command, reason, () => reader.run({ text }));
    }
    return count;
  }
}
