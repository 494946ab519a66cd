import { afterEach, describe, expect, test } from "bun:test";
import type { RateDecision } from "../../../src/metering/rates/rate-limit.ts";
import { kinds } from "../../database/databases.ts";
import { admitted, openRates, type RateNodes } from "./rate-nodes.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`rate limits on ${kind.dialect}`, () => {
    let setup: RateNodes;
    afterEach(() => setup.end());

    test("a single node uses the whole bucket without the database", async () => {
      setup = await openRates(kind);
      const node = await setup.node();
      const limit = { calls: 5, renewal_period_s: 60 };
      const first = node.take("s", limit);
      expect(first).toBeInstanceOf(Promise);
      expect(await first).toEqual({ admitted: true, remaining: 4, resetSeconds: 60 });
      const rest = Array.from({ length: 6 }, () => node.take("s", limit)) as RateDecision[];
      expect(rest.map((decision) => [decision.admitted, decision.remaining])).toEqual([
        ...[3, 2, 1, 0].map((left) => [true, left]),
        [false, 0],
        [false, 0],
      ]);
    });

    for (const count of [1, 4])
      test(`64 callers of ${count} nodes get exactly the limit, window after window`, async () => {
        setup = await openRates(kind);
        const nodes = await Promise.all(Array.from({ length: count }, () => setup.node()));
        const limit = { calls: 200, renewal_period_s: 1 };
        for (let round = 0; round < 2; round++) {
          const decisions: RateDecision[] = [];
          const until = performance.now() + 400;
          await Promise.all(
            Array.from({ length: 64 }, async (_, caller) => {
              while (performance.now() < until) {
                decisions.push(await nodes[caller % count]!.take(`s${round}`, limit));
                // A caller pauses between calls.
                await Bun.sleep(1);
              }
            }),
          );
          expect(admitted(decisions)).toBe(200);
        }
      });

    test("a second node gets the calls that the first has not used", async () => {
      setup = await openRates(kind);
      const [one, other] = [await setup.node(), await setup.node()];
      const limit = { calls: 50, renewal_period_s: 1 };
      const take = async (node: typeof one, count: number) =>
        admitted(await Promise.all(Array.from({ length: count }, () => node.take("s", limit))));
      expect(await take(one, 20)).toBe(20);
      expect(await take(other, 40)).toBe(30);
      // The length of the window.
      await Bun.sleep(1000);
      expect(await take(other, 60)).toBe(50);
    });
  });
}
