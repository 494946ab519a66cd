import type { Mutant } from "../mutant.ts";
import { compileFaults } from "./compile.ts";
import { copySources, removeCopy } from "./copies.ts";
import { tryMutant } from "./try-mutant.ts";
import type { Verdict } from "./verdict.ts";

export interface Planting {
  /** Leaves out the runs without the bug, since the tests passed before. */
  readonly tested: boolean;
  /** Tests of so many mutants run side by side, each in its own copy of the sources. */
  readonly copies: number;
  /** Judges a mutant that compiles, in a copy; runs its named test if absent. */
  readonly judge?: (copy: string, mutant: Mutant) => Promise<Verdict>;
  /** The mutants whose tests run, all if absent. The others are reported only if they do not fit or compile. */
  readonly run?: ReadonlySet<Mutant>;
  /** Called for each mutant, in any order. */
  readonly done: (mutant: Mutant, verdict: Verdict) => void;
  /** Called with the seconds that the copies and their only compilation took. */
  readonly compiled?: (seconds: number) => void;
}

/** Plants each bug and runs its test. */
export async function plantAll(mutants: readonly Mutant[], planting: Planting): Promise<void> {
  const { tested, done, compiled, judge = judgeBy(tested) } = planting;
  const started = performance.now();
  const copies = Array.from({ length: Math.min(planting.copies, mutants.length) }, copySources);
  const waiting = [...mutants.entries()];
  try {
    const faults = await compileFaults(copies[0]!, mutants);
    compiled?.((performance.now() - started) / 1000);
    await Promise.all(
      copies.map(async (copy) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [place, mutant] = next;
          const fault = faults.get(place);
          if (!fault && planting.run && !planting.run.has(mutant)) continue;
          done(mutant, fault ? { broken: `it does not fit: ${fault}` } : await judge(copy, mutant));
        }
      }),
    );
  } finally {
    copies.forEach(removeCopy);
  }
}

const judgeBy =
  (tested: boolean) =>
  async (copy: string, mutant: Mutant): Promise<Verdict> => {
    if (!tested && (await tryMutant(copy, mutant, true)) !== "survived")
      return { broken: "its test fails without the bug" };
    return tryMutant(copy, mutant);
  };
