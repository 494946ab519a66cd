import type { Kind } from "../../database/databases.ts";
import { type RunOptions, runSource } from "./run-source.ts";
import type { HistorySource } from "./source.ts";

export interface AllResult {
  /** What was run, and what was found. */
  readonly line: string;
  readonly failed: number;
}

/** Runs the share of each source on each database, and prints each failure. A source that throws has failed. */
export async function runAll(
  sources: readonly HistorySource[],
  kinds: readonly Kind[],
  { count, seed, line }: Required<Omit<RunOptions, "failuresMax">>,
): Promise<AllResult> {
  const parts: string[] = [];
  let failed = 0;
  for (const kind of kinds)
    for (const source of sources) {
      const own = Math.max(1, Math.round(count * source.share));
      const what = `${source.name} on ${kind.dialect}`;
      try {
        const { histories, steps, failures, milliseconds } = await runSource(source, kind, {
          count: own,
          seed,
          line,
        });
        for (const failure of failures) line(failure);
        failed += failures.length;
        parts.push(`${histories} of ${what}`);
        line(
          `${parts.at(-1)}: ${steps} steps, ${failures.length} failed, ${Math.round(milliseconds / 1000)} s`,
        );
      } catch (error) {
        failed += 1;
        parts.push(`${what} ended early`);
        line(`${what} ended early: ${(error as Error).stack}`);
      }
    }
  return {
    line: `histories from seed ${seed}: ${parts.join(", ")}; ${failed === 0 ? "none" : failed} failed`,
    failed,
  };
}
