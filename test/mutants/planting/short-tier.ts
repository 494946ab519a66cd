import { statSync } from "node:fs";
import { join } from "node:path";
import { type ImportGraph, reaching } from "../../import-graph.ts";
import { isLong } from "../../runner/tiers.ts";
import times from "../../times.json";
import type { Mutant } from "../mutant.ts";
import { root } from "./copies.ts";
import { testIn } from "./run-in.ts";
import { withBug } from "./try-mutant.ts";
import type { Verdict } from "./verdict.ts";

/** A batch ends at its first failure; a larger one starts fewer processes, and its files share what they prepare. */
const batchSize = 8;
const batchMs = 900_000;

const timesMs: Readonly<Record<string, { readonly ms: number }>> = times.files;

/** The test files of `npm test` that reach a file by imports, the nearest first, and of these the fastest. */
export function shortTests(graph: ImportGraph, file: string): string[] {
  const distances = file.startsWith("console/") ? reachingConsole(graph, file) : reaching(graph, [file]);
  // About a millisecond for a byte, where no run has measured it.
  const timeOf = (test: string) => timesMs[test]?.ms ?? statSync(join(root, test)).size;
  return [...distances.keys()]
    .filter((test) => /\.test\.tsx?$/.test(test) && !isLong(test) && !test.startsWith("test/mutants/"))
    .sort((a, b) => distances.get(a)! - distances.get(b)! || timeOf(a) - timeOf(b));
}

const consoleFiles = "src/server/console/console-files.ts";

/** The program only serves the console: a bug in it shows in tests that import a part, or build the whole of it. */
function reachingConsole(graph: ImportGraph, file: string): ReadonlyMap<string, number> {
  const isProgram = (one: string) => one.startsWith("src/") && !one.includes("/test/");
  return reaching(new Map([...graph].filter(([one]) => !isProgram(one))), [file, consoleFiles]);
}

/** Tests of the console define a document, which others must not find: they are in batches of their own. */
function batchesOf(tests: readonly string[]): string[][] {
  const batches: string[][] = [];
  const ofConsole = (test: string) => test.startsWith("console/");
  for (const test of tests) {
    const last = batches.at(-1);
    if (last && last.length < batchSize && ofConsole(last[0]!) === ofConsole(test)) last.push(test);
    else batches.push([test]);
  }
  return batches;
}

/** Runs the tests of `npm test` on sources with a bug until the first failure; `caught` is called with that test. */
export const againstShort =
  (graph: ImportGraph, caught: (mutant: Mutant, by: string) => void) =>
  (copy: string, mutant: Mutant): Promise<Verdict> =>
    withBug(copy, mutant, async () => {
      for (const batch of batchesOf(shortTests(graph, mutant.file))) {
        const { code, printed } = await testIn(
          copy,
          batch.map((test) => `./${test}`),
          batchMs,
        );
        if (code === 0) continue;
        caught(mutant, failureIn(printed) ?? `an error of ${batch.join(", ")}`);
        return "caught";
      }
      return "survived";
    });

/** The first failed test that a runner printed, after the heading of its file. */
export function failureIn(printed: string): string | undefined {
  let file = "";
  for (const line of printed.split("\n")) {
    if (/^\S+\.test\.tsx?:$/.test(line)) file = line.slice(0, -1);
    const [, name] = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/.exec(line) ?? [];
    if (name !== undefined) return `${file}, ${name}`;
  }
  return undefined;
}
