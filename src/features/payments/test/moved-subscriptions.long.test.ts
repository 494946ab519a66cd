import { describe, expect, test } from "bun:test";
import { repeatedBy, testSeed } from "../../../../test/dated.ts";
import { kinds } from "../../../../test/harness.ts";
import { MovedHistory } from "./moved-subscriptions.ts";
import { moved } from "./moved-sums.ts";
import { startPaid } from "./paid-service.ts";

const histories = { sqlite: 30, postgres: 10 };
const steps = 80;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`subscriptions that move between accounts on ${kind.dialect}`, () => {
    test(`in the histories of ${repeatedBy} no cent and no credit is off`, async () => {
      const sums = { steps: 0, moves: 0, refused: 0, renewals: 0 };
      const count = histories[kind.dialect];
      for (let number = 0; number < count; number++) {
        const seed = testSeed * 1000 + number;
        const service = await startPaid(kind);
        try {
          await service.sell("moved", moved);
          const history = new MovedHistory(service, seed);
          await history.begin();
          for (let step = 0; step < steps; step++) {
            await history.step();
            expect([seed, step, await history.differences()]).toEqual([seed, step, []]);
          }
          expect([seed, await history.finalDifferences()]).toEqual([seed, []]);
          for (const name of ["steps", "moves", "refused", "renewals"] as const)
            sums[name] += history.counts[name];
        } finally {
          await service.end();
        }
      }
      console.log(
        `${count} histories on ${kind.dialect}: ${sums.steps} steps, ${sums.moves} moves, ${sums.refused} refused, ${sums.renewals} renewals; 0 cents, 0 credits off`,
      );
      expect(sums.moves).toBeGreaterThan(count * 5);
    }, 600_000);
  });
