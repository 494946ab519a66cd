import { expect, test } from "bun:test";
import fc from "fast-check";
import { byWindow, clocked, type RateResult } from "./manual-rate-nodes.ts";
import { admitted } from "./rate-nodes.ts";

const limit = { calls: 7, renewal_period_s: 10 };
const nodes = 3;

const step = fc.oneof(
  fc.record({
    kind: fc.constant("take" as const),
    node: fc.nat(nodes - 1),
    calls: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant("step" as const),
    ms: fc.constantFrom(-86_400_000, -3_600_000, 3_600_000, 86_400_000),
  }),
);

test("a window admits exactly the limit under any leases and clocks", async () => {
  const clock = await clocked();
  const all = await Promise.all(Array.from({ length: nodes }, () => clock.node()));
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      runs += 1;
      const received: Promise<RateResult>[] = [];
      for (const each of steps) {
        if (each.kind === "wait") await clock.timing.advance(each.ms);
        else if (each.kind === "step") clock.timing.stepWall(each.ms);
        else
          for (let call = 0; call < each.calls; call++)
            received.push(all[each.node]!.take(`s${runs}`, limit));
      }
      await clock.timing.advance(1500);
      for (const window of byWindow(await Promise.all(received), 10_000)) {
        expect(admitted(window)).toBeLessThanOrEqual(limit.calls);
        // All nodes are alive, so no call is refused for a late response.
        expect(Math.max(...window.map(({ waitedMs }) => waitedMs))).toBeLessThan(1000);
        if (admitted(window) < window.length) expect(admitted(window)).toBe(limit.calls);
      }
    }),
    { numRuns: 200 },
  );
  await clock.end();
}, 180_000);

const outage = fc.record({
  kind: fc.constantFrom("away" as const, "freeze" as const),
  node: fc.nat(nodes - 1),
  is: fc.boolean(),
});

test("outages delay no response beyond a second; then limits are exact", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 3, arbitrary: step }, { weight: 2, arbitrary: outage }), {
        minLength: 10,
        maxLength: 40,
      }),
      async (steps) => {
        const clock = await clocked();
        const all = await Promise.all(Array.from({ length: nodes }, () => clock.node()));
        const received: Promise<RateResult>[] = [];
        const take = (node: number, calls: number) => {
          for (let call = 0; call < calls; call++) received.push(all[node]!.take("s", limit));
        };
        for (const each of steps) {
          if (each.kind === "wait") await clock.timing.advance(each.ms);
          else if (each.kind === "step") clock.timing.stepWall(each.ms);
          else if (each.kind === "take") take(each.node, each.calls);
          else all[each.node]![each.kind](each.is);
        }
        await clock.timing.advance(1500);
        for (const { waitedMs } of await Promise.all(received)) expect(waitedMs).toBeLessThanOrEqual(1000);
        for (const node of all) {
          node.away(false);
          node.freeze(false);
        }
        await clock.timing.advance(20_000);
        received.length = 0;
        for (let turn = 0; turn < 4; turn++) {
          for (const node of all.keys()) take(node, 5);
          await clock.timing.advance(1300);
        }
        for (const window of byWindow(await Promise.all(received), 10_000)) {
          expect(admitted(window)).toBeLessThanOrEqual(limit.calls);
          if (admitted(window) < window.length) expect(admitted(window)).toBe(limit.calls);
        }
        await clock.end();
      },
    ),
    { numRuns: 30 },
  );
}, 180_000);
