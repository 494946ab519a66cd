import { afterEach, beforeEach, expect, test } from "bun:test";
import { type Clocked, type ClockedNode, clocked } from "./manual-rate-nodes.ts";

const limit = { calls: 10, renewal_period_s: 20 };

let clock: Clocked;
beforeEach(async () => {
  clock = await clocked();
});
afterEach(() => clock.end());

const admits = (node: ClockedNode, count: number, ms?: number, subscription?: string) =>
  clock.admits(node, limit, count, ms, subscription);

test("a lost node's calls count as used until the next window ends", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  expect(await admits(one, 10, 0)).toBe(10);
  one.away(true);
  // The node may have begun a window up to ten seconds after it was last seen.
  expect(await admits(other, 5)).toBe(0);
  await clock.timing.advance(9000);
  expect(await admits(other, 12)).toBe(0);
  await clock.timing.advance(17_000);
  expect(await admits(other, 12)).toBe(0);
  await clock.timing.advance(1000);
  expect(await admits(other, 12)).toBe(10);
});

test("the calls of two lost nodes count as used, those of a third go on", async () => {
  const [one, other, third] = [await clock.node(), await clock.node(), await clock.node()];
  const before = (await admits(one, 2, 50)) + (await admits(other, 2, 50)) + (await admits(third, 1, 50));
  expect(before).toBe(5);
  one.away(true);
  other.away(true);
  await clock.timing.advance(10_500);
  const after = await admits(third, 10);
  expect(after).toBeGreaterThan(0);
  expect(before + after).toBeLessThanOrEqual(10);
  await clock.timing.advance(20_000);
  expect(await admits(third, 12)).toBe(10);
});

test("a lost node costs a long window a sixteenth beyond what it used", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  const day = { calls: 1600, renewal_period_s: 86_400 };
  expect(await clock.admits(one, day, 3)).toBe(3);
  one.away(true);
  await clock.timing.advance(10_500);
  expect(await clock.admits(other, day, 1600)).toBe(1500);
});

test("a dead node's calls count as used when its row is removed", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  const long = { calls: 10, renewal_period_s: 3600 };
  expect(await clock.admits(one, long, 1, 20)).toBe(1);
  one.away(true);
  for (let minute = 0; minute < 12; minute++) await admits(other, 1, 15_000, "t");
  expect(await clock.admits(other, long, 11)).toBe(9);
});
