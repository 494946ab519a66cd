import { expect, test } from "bun:test";
import { starve } from "./starved-nodes.ts";

const limit = { calls: 200, renewal_period_s: 10 };
const slow = { limit, windows: 5, leastMs: 100, mostMs: 500, seed: 7 };

for (const everyMs of [25, 60])
  test(`beside a slow database a call each ${everyMs} ms exceeds no limit, and few are undecided`, async () => {
    const { admitted, refused, unavailable } = await starve({ ...slow, everyMs });
    // Windows follow the clock of limits, which begins with the first exchange.
    expect(admitted).toBeLessThanOrEqual(5 * limit.calls);
    expect(admitted).toBeGreaterThan(4 * limit.calls);
    expect(unavailable / (admitted + refused + unavailable)).toBeLessThan(0.02);
  }, 60_000);
