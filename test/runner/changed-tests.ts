import { join } from "node:path";
import { importGraph, reaching } from "../import-graph.ts";
import { expected, isLong, type Times } from "./tiers.ts";

const root = join(import.meta.dir, "../..");

/** What may run in a minute beside the check of types on two cores, in milliseconds of one process. */
const roomMs = 45_000;

/** The tests for a change that fit into a minute, and how many more it reaches. */
export interface ChangedTests {
  readonly files: readonly string[];
  readonly left: number;
}

/**
 * The tests of the short tier that import a file that differs from a commit, the nearest first. A file of the base is
 * reached by nearly all, of which the nearest are the best evidence.
 */
export function changedTests(commit: string, times: Times): ChangedTests {
  const files = [
    ...git("diff", "--name-only", "--relative", commit, "--"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  const distances = reaching(importGraph(), files);
  const short = [...distances.keys()].filter((file) => /\.test\.tsx?$/.test(file) && !isLong(file));
  const ms = expected(short, times);
  const chosen: string[] = [];
  let sum = 0;
  for (const file of short.sort((a, b) => distances.get(a)! - distances.get(b)! || ms[a]! - ms[b]!)) {
    if (sum + ms[file]! > roomMs) continue;
    sum += ms[file]!;
    chosen.push(file);
  }
  return { files: chosen, left: short.length - chosen.length };
}

function git(...words: string[]): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...words], { cwd: root });
  if (exitCode !== 0)
    throw new Error(`the changed files are known from git only: ${stderr.toString().trim()}`);
  return stdout.toString().split("\n").filter(Boolean);
}
