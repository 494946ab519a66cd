import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { MovedHistory } from "./moved-subscriptions.ts";
import { moved } from "./moved-sums.ts";
import { startPaid } from "./paid-service.ts";

const seeds = { sqlite: [1, 2, 3], postgres: [4] };
const steps = 40;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`subscriptions that move between accounts on ${kind.dialect}`, () => {
    for (const seed of seeds[kind.dialect])
      test(`in history ${seed} no cent and no credit is off`, async () => {
        const service = await startPaid(kind);
        try {
          await service.sell("moved", moved);
          const history = new MovedHistory(service, seed);
          await history.begin();
          for (let step = 0; step < steps; step++) {
            await history.step();
            expect([step, await history.differences()]).toEqual([step, []]);
          }
          expect(await history.finalDifferences()).toEqual([]);
          expect(history.counts.moves).toBeGreaterThan(3);
          expect(history.counts.renewals).toBeGreaterThan(3);
        } finally {
          await service.end();
        }
      });
  });
