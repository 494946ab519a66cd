import { join } from "node:path";
import { cpuSeconds } from "./budgets.ts";

const root = join(import.meta.dir, "../..");

export const bin = (name: string): string => join(root, "node_modules/.bin", name);

/** What a step did beside the tests. */
export interface Step {
  readonly name: string;
  readonly ok: boolean;
  /** CPU seconds. */
  readonly cpu: number;
}

/** Runs commands one after another until one fails, whose output is printed. */
export async function step(name: string, commands: readonly (readonly string[])[]): Promise<Step> {
  const started = performance.now();
  let ok = true;
  let cpu = 0;
  for (const command of commands) {
    const child = Bun.spawn([...command], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    ok = (await child.exited) === 0;
    cpu += cpuSeconds(child);
    if (!ok) console.error(output.join(""));
    if (!ok) break;
  }
  console.error(`${ok ? "ok" : "FAILED"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return { name, ok, cpu };
}

/** Types, format and lint; with `layout` also what is quick of the tests. */
export async function checks(layout: boolean): Promise<Step[]> {
  // Tests of pages read types of the console, and these those of the operations.
  const made = await step("types of the operations", [[bin("bun"), "console/typegen.ts"]]);
  const rest: Record<string, readonly (readonly string[])[]> = {
    types: [[bin("tsc")]],
    "types of the console": [[bin("tsc"), "-p", "console"]],
    "format and lint": [[bin("biome"), "ci", "--error-on-warnings", "."]],
    ...(layout && { layout: [[bin("bun"), "test", "test/layering.test.ts", "test/wording.test.ts"]] }),
  };
  return [made, ...(await Promise.all(Object.entries(rest).map(([name, commands]) => step(name, commands))))];
}
