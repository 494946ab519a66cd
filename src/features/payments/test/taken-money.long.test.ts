import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { repeatedBy, testSeed } from "../../../../test/dated.ts";
import { kinds } from "../../../../test/harness.ts";
import { runHistory, Totals } from "./history/run-history.ts";
import { histories } from "./history/steps.ts";

const runs = { sqlite: 12, postgres: 3 };
const steps = 30;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money and what the provider took on ${kind.dialect}`, () => {
    test(`in the histories of ${repeatedBy} no cent and no credit is off`, async () => {
      const totals = new Totals();
      const property = fc.asyncProperty(histories(steps), async (history) => {
        expect(await runHistory(kind, history, totals)).toEqual([]);
      });
      // A history that fails is cut for a minute to what is needed of it.
      await fc.assert(property, {
        seed: testSeed,
        numRuns: runs[kind.dialect],
        interruptAfterTimeLimit: 120_000,
      });
      console.log(`${kind.dialect}: ${totals}`);
      expect(totals.restores).toBeGreaterThan(0);
    }, 300_000);
  });
