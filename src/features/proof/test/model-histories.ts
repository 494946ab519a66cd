import type { HistorySource } from "../../../../test/model/histories/source.ts";
import { historyDays, proveHistory } from "./proved-histories.ts";
import { proofHistories } from "./walk/source.ts";

/** A day of a history. */
interface DayStep {
  readonly what: "a day passes";
  readonly number: number;
}

/** Histories of proof days: late, refused and amended calls, a clock that goes back, cuts that are interrupted. */
const dayHistories: HistorySource<DayStep> = {
  name: "proof-days",
  together: 1,
  share: 0.1,
  make: () =>
    Array.from({ length: historyDays }, (_, index) => ({ what: "a day passes", number: index + 1 })),
  textOf: ({ what, number }) => `${what}: ${number} of the seed`,
  async begin(kind) {
    return {
      async run(seed, steps) {
        const fresh = await kind.migrated();
        try {
          const { faults } = await proveHistory(await fresh.open(), seed, steps.length);
          return faults.length === 0 ? undefined : faults.join("\n");
        } finally {
          await fresh.end();
        }
      },
      end: async () => [],
    };
  },
};

/** The histories of the model of proof days, and longer ones with more calls. */
export const histories: readonly HistorySource[] = [
  proofHistories as HistorySource,
  dayHistories as HistorySource,
];
