import { expect, test } from "bun:test";
import { systemTiming } from "../../base/timing.ts";
import { LeasedRate } from "./leased-rate.ts";

const now = 1_000_000;
const limit = { calls: 100, renewal_period_s: 3600 };

test("calls that are counted while a request is under way are in the next one", () => {
  const rate = new LeasedRate("ada", limit, systemTiming, { owns: () => true });
  rate.turn(now);
  expect(rate.ask().need).toBe(0);
  rate.owed += 20;
  rate.update({ name: "ada", amount: 6, held: 6, start: now, free: 94, pending: 0, fair: 100 }, now);
  expect([rate.spent, rate.owed, rate.ask().need]).toEqual([6, 14, 14]);
  rate.update({ name: "ada", amount: 14, held: 20, start: now, free: 80, pending: 0, fair: 100 }, now);
  expect([rate.spent, rate.owed]).toEqual([20, 0]);
});

test("calls are requested once", () => {
  const rate = new LeasedRate("ada", limit, systemTiming, { owns: () => true });
  rate.turn(now);
  rate.owed += 20;
  expect(rate.ask().need).toBe(20);
  rate.update({ name: "ada", amount: 6, held: 6, start: now, free: 0, pending: 94, fair: 100 }, now);
  expect([rate.spent, rate.owed, rate.ask().need]).toEqual([6, 0, 0]);
});
