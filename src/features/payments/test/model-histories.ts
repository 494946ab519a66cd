import fc from "fast-check";
import type { HistorySource } from "../../../../test/model/histories/source.ts";
import { runHistory, Totals } from "./history/run-history.ts";
import { type History, histories as made, type Step } from "./history/steps.ts";

const stepsMax = 30;

const historyOf = (seed: number): History => fc.sample(made(stepsMax), { seed, numRuns: 1 })[0]!;

/** Histories of payments, compared with a ledger of their own and with what the provider took. */
const paymentHistories: HistorySource<Step> = {
  name: "payments",
  together: 1,
  // Each begins an installation of its own.
  share: 0.01,
  make: (seed) => historyOf(seed).steps,
  textOf: ({ what, who, size }) => `${what}, of subscription ${who}, size ${size}`,
  async begin(kind) {
    return {
      async run(seed, steps) {
        const found = await runHistory(kind, { ...historyOf(seed), steps }, new Totals());
        return found.length === 0 ? undefined : found.join("\n");
      },
      end: async () => [],
    };
  },
};

export const histories: readonly HistorySource[] = [paymentHistories as HistorySource];
