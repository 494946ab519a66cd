import { afterEach, describe, expect, test } from "bun:test";
import { ApiError } from "../../../src/http/errors.ts";
import type { RateDecision, RateLimit } from "../../../src/metering/rates/rate-limit.ts";
import type { SharedRates } from "../../../src/metering/rates/shared-rates.ts";
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { within } from "../../within.ts";
import { admitted, openRates, type RateNodes } from "./rate-nodes.ts";

/** Whether a call is admitted; a 503, which a slow exchange between nodes gives, is no decision. */
async function isAdmitted(node: SharedRates, subscription: string, limit: RateLimit): Promise<boolean> {
  try {
    return (await node.take(subscription, limit)).admitted;
  } catch (error) {
    if (error instanceof ApiError && error.code === "unavailable") return false;
    throw error;
  }
}

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
      test(`64 callers of ${count} nodes get exactly the limit of each window`, async () => {
        setup = await openRates(kind);
        const nodes = await Promise.all(Array.from({ length: count }, () => setup.node()));
        // The window is longer than the test.
        const limit = { calls: 200, renewal_period_s: 600 };
        for (let round = 0; round < 2; round++) {
          let served = 0;
          let isOver = false;
          const callers = Array.from({ length: 64 }, async (_, caller) => {
            while (!isOver) {
              if (await isAdmitted(nodes[caller % count]!, `s${round}`, limit)) served += 1;
              // A caller pauses between calls.
              await Bun.sleep(1);
            }
          });
          await until(() => served >= 200, "all calls of the window are admitted");
          // Time for a call too many.
          await Bun.sleep(100);
          isOver = true;
          await Promise.all(callers);
          expect(served).toBe(200);
        }
      });

    test("a second node gets the calls that the first has not used", async () => {
      setup = await openRates(kind);
      const [one, other] = [await setup.node(), await setup.node()];
      const takeBoth = async (number: number, windowMs: number) => {
        const limit = { calls: 50, renewal_period_s: windowMs / 1000 };
        const take = async (node: typeof one, count: number) => {
          const calls = Array.from({ length: count }, () => node.take(`s${number}`, limit));
          return admitted(await Promise.all(calls));
        };
        return { windowMs, taken: [await take(one, 20), await take(other, 40)], take };
      };
      const { windowMs, taken, take } = await within(1000, takeBoth);
      expect(taken).toEqual([20, 30]);
      await Bun.sleep(windowMs);
      expect(await take(other, 60)).toBe(50);
    });
  });
}
