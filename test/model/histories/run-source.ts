import type { Kind } from "../../database/databases.ts";
import { shrink } from "./shrink.ts";
import type { HistorySource, HistoryWorld } from "./source.ts";

export interface RunOptions {
  readonly count: number;
  /** The seed of the first history; those that follow have the next ones. */
  readonly seed: number;
  readonly line?: (line: string) => void;
  /** After so many failures the rest is not run; 5 if absent. */
  readonly failuresMax?: number;
}

export interface SourceResult {
  readonly histories: number;
  readonly steps: number;
  /** Each history that failed: its seed, its steps as far as it needs them, and what differed. */
  readonly failures: readonly string[];
  readonly milliseconds: number;
}

/** Histories that share a database. A failed one leaves its rows there, so another database follows it. */
const togetherMax = 500;
const lineEveryMs = 10_000;

/** Runs the histories of consecutive seeds on a database. */
export async function runSource(
  source: HistorySource,
  kind: Kind,
  { count, seed, line = () => undefined, failuresMax = 5 }: RunOptions,
): Promise<SourceResult> {
  const begun = performance.now();
  const failures: string[] = [];
  let [seeds, histories, steps, lineAt] = [0, 0, 0, begun];
  const what = `${source.name} on ${kind.dialect}`;
  while (histories < count && failures.length < failuresMax) {
    const world = await source.begin(kind);
    const last = Math.min(count, histories + togetherMax);
    let difference: string | undefined;
    while (histories < last && difference === undefined) {
      const own = seed + seeds;
      const made = source.make(own, kind.dialect);
      difference = await differenceOf(world, own, made);
      seeds += 1;
      histories += source.together;
      steps += made.length;
      if (difference !== undefined) failures.push(await failureOf(source, kind, own, made, difference));
      if (performance.now() - lineAt < lineEveryMs) continue;
      lineAt = performance.now();
      const perSecond = (histories * 1000) / (lineAt - begun);
      line(`${what}: ${histories} of ${count}, ${perSecond.toFixed(1)}/s, ${failures.length} failed`);
    }
    const found = await world.end();
    if (difference === undefined && found.length > 0)
      failures.push(`${what}, seeds ${seed + seeds - 1} and before: ${found.join("\n")}`);
  }
  return { histories, steps, failures, milliseconds: performance.now() - begun };
}

/** What differs; also what a history throws, which its steps were not prepared for. */
const differenceOf = (
  world: HistoryWorld<unknown>,
  seed: number,
  steps: readonly unknown[],
): Promise<string | undefined> =>
  world.run(seed, steps).catch((error: Error) => error.stack ?? error.message);

/** A failure in words, with the fewest steps that show it. */
async function failureOf(
  source: HistorySource,
  kind: Kind,
  seed: number,
  made: readonly unknown[],
  difference: string,
): Promise<string> {
  const world = await source.begin(kind);
  const fewest = await shrink(made, (steps) => differenceOf(world, seed, steps));
  const shown = (await differenceOf(world, seed, fewest)) ?? difference;
  await world.end();
  const lines = fewest.map((step) => `  ${source.textOf(step)}`);
  return [
    `${source.name} on ${kind.dialect}, --seed ${seed}, ${made.length} steps: ${difference}`,
    `${fewest.length} steps show it: ${shown}`,
    ...lines,
  ].join("\n");
}
