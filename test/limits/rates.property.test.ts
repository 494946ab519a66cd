import { expect, test } from "bun:test";
import fc from "fast-check";
import { byWindow, clocked, type Told } from "./clocked.ts";
import { admitted } from "./support.ts";

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

test("whatever nodes take, and whatever wall clocks do, a window admits the limit and refuses no call before", async () => {
  const clock = await clocked();
  const all = await Promise.all(Array.from({ length: nodes }, () => clock.node()));
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      runs += 1;
      const told: Promise<Told>[] = [];
      for (const each of steps) {
        if (each.kind === "wait") await clock.timing.advance(each.ms);
        else if (each.kind === "step") clock.timing.stepWall(each.ms);
        else for (let call = 0; call < each.calls; call++) told.push(all[each.node]!.take(`s${runs}`, limit));
      }
      await clock.timing.advance(1500);
      for (const window of byWindow(await Promise.all(told), 10_000)) {
        expect(admitted(window)).toBeLessThanOrEqual(limit.calls);
        // Nobody is refused because an answer did not come in time: all of them live.
        expect(Math.max(...window.map(({ waitedMs }) => waitedMs))).toBeLessThan(1000);
        if (admitted(window) < window.length) expect(admitted(window)).toBe(limit.calls);
      }
    }),
    { numRuns: 200 },
  );
  await clock.end();
}, 60_000);
