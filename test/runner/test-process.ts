import { availableParallelism, setPriority } from "node:os";
import { join } from "node:path";
import { limitMs } from "../limit.ts";
import { type Results, readResults } from "./results.ts";
import { bin } from "./steps.ts";
import { split } from "./tiers.ts";

const root = join(import.meta.dir, "../..");

/** Two cores are busy with two files: of three, each takes longer, and waits that are bounded by a second fail. */
const filesAtOnce = Math.min(8, Math.max(2, Math.floor(availableParallelism() / 2)));

export interface TestRun {
  readonly files: readonly string[];
  /** The names of the tests to run; all without it. */
  readonly pattern?: string | undefined;
  /** The expected milliseconds of files, in a file: the longest start first. */
  readonly timings: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs test files, and prints the runner's output as it arrives. Those of the console are one process, which takes what
 * the others leave of the cores: tests of processes and databases mostly wait. Its output comes at the end.
 */
export async function runTests({ files, pattern, timings, env }: TestRun): Promise<Results[]> {
  const { program, console: ofConsole } = split(files);
  const some = pattern === undefined ? [] : ["--test-name-pattern", pattern];
  const parallel = [`--parallel=${filesAtOnce}`, "--no-isolate", `--timings=${timings}`];
  const kept: Kept = { output: [] };
  const beside = ofConsole.length > 0 && program.length > 0 ? run(ofConsole, some, env, kept) : undefined;
  const results: Results[] = [];
  if (program.length > 0) results.push(await run(program, [...parallel, ...some], env));
  else if (ofConsole.length > 0) results.push(await run(ofConsole, some, env));
  if (beside) {
    results.push(await beside);
    for (const [chunk, to] of kept.output) to.write(chunk);
  }
  return results;
}

/** What a process that runs beside another one has printed. */
interface Kept {
  readonly output: (readonly [Uint8Array, NodeJS.WriteStream])[];
}

async function run(
  files: readonly string[],
  options: readonly string[],
  env: TestRun["env"],
  kept?: Kept,
): Promise<Results> {
  const paths = files.map((file) => `./${file}`);
  // The preload's limit is that of the first file of a process alone.
  const limits = ["--timeout", String(limitMs), "--no-orphans"];
  const child = Bun.spawn([bin("bun"), "test", ...limits, ...options, ...paths], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (kept) setPriority(child.pid, 5);
  // Reasons of skips come on either.
  const [printed, output] = await Promise.all([
    copied(child.stdout, process.stdout, kept),
    copied(child.stderr, process.stderr, kept),
  ]);
  const code = await child.exited;
  const results = readResults(`${printed}\n${output}`, files);
  const isFiltered = options.includes("--test-name-pattern");
  const unseen = isFiltered ? [] : results.unseen;
  // A runner that fails without naming a failed test has failed itself.
  const own = results.failures.length + results.errors + unseen.length;
  return { ...results, unseen, errors: code !== 0 && own === 0 ? 1 : results.errors };
}

async function copied(
  from: ReadableStream<Uint8Array>,
  to: NodeJS.WriteStream,
  kept: Kept | undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of from) {
    if (kept) kept.output.push([chunk, to]);
    else to.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
