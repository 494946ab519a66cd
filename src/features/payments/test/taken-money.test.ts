import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { kinds } from "../../../../test/harness.ts";
import { runHistory, Totals } from "./history/run-history.ts";
import { histories } from "./history/steps.ts";

const steps = { sqlite: 30, postgres: 15 };
const seeds = { sqlite: [63, 111], postgres: [12] };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money and what the provider took on ${kind.dialect}`, () => {
    for (const seed of seeds[kind.dialect])
      test(`in history ${seed} no cent and no credit is off`, async () => {
        const [history] = fc.sample(histories(steps[kind.dialect]), { seed, numRuns: 1 });
        expect(await runHistory(kind, history!, new Totals())).toEqual([]);
      });
  });
