import type { Mutant } from "../mutant.ts";

/**
 * A tenth of the mutants: consecutive seeds choose another one, and ten of them all. Where a mutant belongs follows from
 * its name alone, so that others can be added between two days.
 */
export const tenthOf = (mutants: readonly Mutant[], seed: number): readonly Mutant[] =>
  mutants.filter(({ bug }) => Bun.hash(bug) % 10n === BigInt(seed % 10));
