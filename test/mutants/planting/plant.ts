import type { Mutant } from "./mutant.ts";
import { compileFaults, copySources, removeCopy, tryMutant } from "./trees.ts";
import type { Verdict } from "./verdict.ts";

/** Tests of two mutants run side by side, each in its own copy of the sources. */
const copiesMax = 2;

/**
 * Plants each bug and runs its test. `tested` leaves out the runs without the bug, since the tests passed
 * before. Calls `done` for each mutant, in any order.
 */
export async function plantAll(
  mutants: readonly Mutant[],
  tested: boolean,
  done: (mutant: Mutant, verdict: Verdict) => void,
): Promise<void> {
  const copies = Array.from({ length: Math.min(copiesMax, mutants.length) }, copySources);
  const waiting = [...mutants.entries()];
  try {
    const faults = await compileFaults(copies[0]!, mutants);
    await Promise.all(
      copies.map(async (copy) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [place, mutant] = next;
          const fault = faults.get(place);
          done(mutant, fault ? { broken: `it does not fit: ${fault}` } : await judge(copy, mutant, tested));
        }
      }),
    );
  } finally {
    copies.forEach(removeCopy);
  }
}

async function judge(copy: string, mutant: Mutant, tested: boolean): Promise<Verdict> {
  if (!tested && (await tryMutant(copy, mutant, true)) !== "survived")
    return { broken: "its test fails without the bug" };
  return tryMutant(copy, mutant);
}
