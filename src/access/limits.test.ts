import { expect, test } from "bun:test";
import fc from "fast-check";
import { createRateLimits, rateHeaders } from "./limits.ts";

const limit = { calls: 3, renewal_period_s: 10 };

test("a bucket gives its calls, refuses, and is full again at the end of its period", async () => {
  let now = 1000;
  const rates = createRateLimits(() => now);
  const take = () => rates.take("s", limit);
  expect(await take()).toEqual({ admitted: true, remaining: 2, resetSeconds: 10 });
  now += 4500;
  expect(await take()).toEqual({ admitted: true, remaining: 1, resetSeconds: 6 });
  expect(await take()).toEqual({ admitted: true, remaining: 0, resetSeconds: 6 });
  expect(await take()).toEqual({ admitted: false, remaining: 0, resetSeconds: 6 });
  now += 5499;
  expect(await take()).toEqual({ admitted: false, remaining: 0, resetSeconds: 1 });
  now += 1;
  expect(await take()).toEqual({ admitted: true, remaining: 2, resetSeconds: 10 });
});

test("subscriptions and changed limits have buckets of their own", async () => {
  const rates = createRateLimits(() => 0);
  const one = { calls: 1, renewal_period_s: 10 };
  expect((await rates.take("a", one)).admitted).toBe(true);
  expect((await rates.take("a", one)).admitted).toBe(false);
  expect((await rates.take("b", one)).admitted).toBe(true);
  expect((await rates.take("a", { ...one, calls: 2 })).admitted).toBe(true);
});

test("whatever the calls' times, no period admits more than the limit, and none before it is reached is refused", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 60 });
  return fc.assert(
    fc.asyncProperty(steps, async (waits) => {
      let now = 0;
      const rates = createRateLimits(() => now);
      let periodEnd = -1;
      let admitted = 0;
      for (const wait of waits) {
        now += wait;
        if (now >= periodEnd) [periodEnd, admitted] = [now + 10_000, 0];
        const verdict = await rates.take("s", limit);
        expect(verdict.admitted).toBe(admitted < 3);
        if (verdict.admitted) admitted += 1;
        expect(verdict.remaining).toBe(3 - admitted);
      }
    }),
  );
});

test("the fields of the draft", () => {
  const verdict = { admitted: true, remaining: 999, resetSeconds: 60 };
  expect(rateHeaders({ calls: 1000, renewal_period_s: 60 }, verdict)).toEqual({
    "ratelimit-policy": '"default";q=1000;w=60',
    ratelimit: '"default";r=999;t=60',
  });
});
