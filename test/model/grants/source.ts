import type { Kind } from "../../database/databases.ts";
import { runGroup, together } from "../../metering/grants/histories.ts";
import type { HistorySource, HistoryWorld } from "../histories/source.ts";

const stepsMax = 120;

/** A subscription of a history of grants, and how many steps the installation does. */
export interface GrantStep {
  readonly what: "do";
  readonly number: number;
}

/** Random histories of grants, compared with the oracle that pays each call at its own moment. */
export const grantHistories: HistorySource<GrantStep> = {
  name: "grants",
  together,
  share: 1,
  make: () => Array.from({ length: stepsMax }, (_, index) => ({ what: "do", number: index + 1 })),
  textOf: ({ number }) => `step ${number} of the seed`,
  async begin(kind: Kind): Promise<HistoryWorld<GrantStep>> {
    const fresh = await kind.migrated();
    const db = await fresh.open();
    return {
      async run(seed, steps) {
        const differences = await runGroup(db, { seed, subscriptions: together, steps: steps.length });
        return differences.length === 0 ? undefined : differences.join("\n");
      },
      async end() {
        await fresh.end();
        return [];
      },
    };
  },
};
