import { afterEach, beforeEach, expect, test } from "bun:test";
import { type Clocked, type ClockedNode, clocked } from "./manual-rate-nodes.ts";
import { admitted } from "./rate-nodes.ts";

const limit = { calls: 10, renewal_period_s: 20 };

let clock: Clocked;
beforeEach(async () => {
  clock = await clocked();
});
afterEach(() => clock.end());

const admits = (node: ClockedNode, count: number, ms?: number, subscription?: string) =>
  clock.admits(node, limit, count, ms, subscription);

test("a single node acquires its calls once and then renews them", async () => {
  const node = await clock.node();
  for (let window = 0; window < 5; window++) {
    expect(await admits(node, 12, 0)).toBe(10);
    await clock.timing.advance(20_000);
  }
  expect(node.requested.acquireRates).toBe(1);
});

test("a window begins with its first call, for a node alone", async () => {
  const node = await clock.node();
  await admits(node, 1, 0);
  await clock.timing.advance(25_000);
  expect(node.rates.take("s", limit)).toEqual({ admitted: true, remaining: 9, resetSeconds: 20 });
});

test("reports the remaining calls correctly; refusals are free", async () => {
  const node = await clock.node();
  await admits(node, 8, 0);
  await clock.timing.advance(4500);
  const received = [1, 2, 3, 4].map(() => node.rates.take("s", limit));
  expect(received).toEqual([
    { admitted: true, remaining: 1, resetSeconds: 16 },
    { admitted: true, remaining: 0, resetSeconds: 16 },
    { admitted: false, remaining: 0, resetSeconds: 16 },
    { admitted: false, remaining: 0, resetSeconds: 16 },
  ]);
  await clock.timing.advance(15_500);
  expect(node.rates.take("s", limit)).toMatchObject({ admitted: true, remaining: 9 });
});

test("a changed limit starts with a full bucket", async () => {
  const node = await clock.node();
  await admits(node, 10, 0);
  expect(await admits(node, 1, 0)).toBe(0);
  const raised = node.rates.take("s", { ...limit, calls: 11 });
  await clock.timing.advance(0);
  expect(await raised).toMatchObject({ admitted: true, remaining: 10 });
  expect(await admits(node, 10, 0, "t")).toBe(10);
});

test("without the database a node uses what it holds of this window and the next", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  expect(await admits(one, 4)).toBe(4);
  await clock.timing.advance(15_000);
  one.away(true);
  other.away(true);
  expect([await admits(one, 10), await admits(other, 10)]).toEqual([6, 0]);
  await clock.timing.advance(4000);
  // The next window began within ten seconds after the last heartbeat; the one after it did not.
  expect([await admits(one, 12), await admits(other, 12)]).toEqual([10, 0]);
  await clock.timing.advance(20_000);
  const late = one.take("s", limit);
  await clock.timing.advance(1200);
  expect(await late).toMatchObject({ admitted: false, unavailable: true });
  one.away(false);
  other.away(false);
  await clock.timing.advance(20_000);
  expect((await admits(one, 12)) + (await admits(other, 12))).toBe(10);
});

test("a late answer admits calls of its window alone", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  one.freeze(true);
  // It has leased everything, but receives no response.
  expect(await admits(one, 4)).toBe(0);
  expect(await admits(other, 12)).toBe(0);
  one.freeze(false);
  await clock.timing.advance(200);
  expect((await admits(one, 12)) + (await admits(other, 12))).toBe(10);
  await clock.timing.advance(20_000);
  expect((await admits(one, 12)) + (await admits(other, 12))).toBe(10);
});

/** Two nodes: one holds two calls of ten and has used one, the other can lease all if the first times out. */
async function sharing(): Promise<[ClockedNode, ClockedNode]> {
  const [one, other] = [await clock.node(), await clock.node()];
  await admits(other, 1, 20, "t");
  expect(await admits(one, 1, 20)).toBe(1);
  return [one, other];
}

test("what a frozen node may still use is given to no other", async () => {
  const [one, other] = await sharing();
  one.freeze(true);
  // The second call uses the lease up. More is leased to the node, which learns of it late.
  expect(await admits(one, 1, 950)).toBe(1);
  const first = one.take("s", limit);
  await clock.timing.advance(980);
  const second = one.take("s", limit);
  await clock.timing.advance(400);
  // The frozen node holds four.
  expect(await admits(other, 10)).toBe(6);
  one.freeze(false);
  await clock.timing.advance(1500);
  expect((await Promise.all([first, second])).map((each) => each.admitted)).toEqual([false, false]);
  expect(await admits(one, 10)).toBe(2);
});

test("a slow database that answers lets no node admit calls alone", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  expect(await admits(one, 10, 20)).toBe(10);
  // Too late to be used, so it rereads what it holds, and its next request is slow too.
  other.freeze(true, "acquireRates");
  const received = Promise.all([1, 2, 3].map(() => other.take("s", limit)));
  await clock.timing.advance(950);
  other.freeze(false);
  other.freeze(true, "acquireRates");
  await clock.timing.advance(50);
  expect((await received).map(({ admitted, unavailable }) => [admitted, unavailable])).toEqual(
    Array(3).fill([false, true]),
  );
  other.freeze(false);
  await clock.timing.advance(300);
  expect(await admits(other, 1)).toBe(0);
});

test("a dead node's part counts as used, and is not used again when it is back", async () => {
  const [one, other] = await sharing();
  one.away(true);
  await clock.timing.advance(11_000);
  // Its part is given to others from the next window on.
  expect(await admits(other, 10)).toBe(8);
  one.away(false);
  await clock.timing.advance(500);
  expect(await admits(one, 2)).toBe(0);
  await clock.timing.advance(20_000);
  expect((await admits(one, 12)) + (await admits(other, 12))).toBe(10);
});

test("a window started without database time ends when time is known", async () => {
  await clock.timing.advance(50_000);
  const node = await clock.node();
  node.freeze(true);
  expect(await admits(node, 8)).toBe(0);
  node.freeze(false);
  await clock.timing.advance(100);
  expect(await admits(node, 12, 0)).toBe(10);
});

test("while a silent node leases the rest, others return 503, not 429", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  expect(await admits(one, 2, 0)).toBe(2);
  one.away(true);
  const received = Array.from({ length: 3 }, () => other.take("s", limit));
  await clock.timing.advance(1000);
  expect((await Promise.all(received)).map(({ unavailable, waitedMs }) => [unavailable, waitedMs])).toEqual(
    Array(3).fill([true, 1000]),
  );
  // After a timeout, the next calls do not wait a second again.
  expect(await other.take("s", limit)).toMatchObject({ unavailable: true, waitedMs: 0 });
  await clock.timing.advance(10_000);
  expect(await admits(other, 1)).toBe(0);
  expect(await other.take("s", limit)).toMatchObject({ admitted: false, unavailable: false });
  await clock.timing.advance(30_000);
  expect(await admits(other, 12)).toBe(10);
});

test("a node that was silent for too long rereads its lease before admitting calls", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  expect(await admits(one, 2, 0)).toBe(2);
  one.away(true);
  expect(await admits(other, 1)).toBe(0);
  await clock.timing.advance(21_000);
  one.away(false);
  const late = one.rates.take("s", limit);
  expect(late).toBeInstanceOf(Promise);
  await clock.timing.advance(1200);
  await late;
  await clock.timing.advance(30_000);
  expect((await admits(one, 12)) + (await admits(other, 12))).toBe(10);
});

test("calls are not spent while they are released", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  expect(await admits(one, 2, 0)).toBe(2);
  one.freeze(true, "releaseRates");
  const theirs = Promise.all(Array.from({ length: 10 }, () => other.take("s", limit)));
  await clock.timing.advance(300);
  const own = Promise.all(Array.from({ length: 3 }, () => one.take("s", limit)));
  await clock.timing.advance(50);
  one.freeze(false);
  await clock.timing.advance(1500);
  expect([admitted(await theirs), admitted(await own)]).toEqual([8, 0]);
});

test("an idle or stopping node releases its unused calls", async () => {
  const [one, other, third] = [await clock.node(), await clock.node(), await clock.node()];
  const long = { calls: 10, renewal_period_s: 3600 };
  const take = async (node: ClockedNode, count: number) => {
    const received = Promise.all(Array.from({ length: count }, () => node.take("s", long)));
    await clock.timing.advance(20);
    return admitted(await received);
  };
  expect(await take(one, 3)).toBe(3);
  await clock.timing.advance(31_000);
  const requests = one.requested.requestedRateReturns;
  await clock.timing.advance(5000);
  expect(one.requested.requestedRateReturns).toBe(requests!);
  expect(await take(other, 4)).toBe(4);
  const closed = other.rates.close();
  await clock.timing.advance(100);
  await closed;
  expect(await take(third, 10)).toBe(3);
});

test("nodes that start and stop agree on the time", async () => {
  const long = { calls: 10, renewal_period_s: 100 };
  const take = async (node: ClockedNode, count: number, subscription: string) => {
    const received = Promise.all(Array.from({ length: count }, () => node.take(subscription, long)));
    await clock.timing.advance(1200);
    return admitted(await received);
  };
  const one = await clock.node();
  expect(await take(one, 10, "s")).toBe(10);
  // It has released its share, and keeps the clock until the window ends.
  await clock.timing.advance(60_000);
  const other = await clock.node();
  expect(await take(other, 10, "s")).toBe(0);
  expect(await take(other, 10, "t")).toBe(10);
  expect(await take(one, 4, "t")).toBe(0);
  await clock.timing.advance(40_000);
  expect((await take(one, 10, "s")) + (await take(other, 10, "s"))).toBe(10);
  await other.rates.close();
  // No node keeps the clock now. An idle node must not overtake the next one.
  await clock.timing.advance(600_000);
  const third = await clock.node();
  expect(await take(third, 10, "t")).toBe(10);
  expect(await take(one, 10, "t")).toBe(0);
});

test("a wall clock that is set moves no window", async () => {
  const [one, other] = [await clock.node(), await clock.node()];
  for (const hours of [1, -1, 24, -24, -48]) {
    expect((await admits(one, 6)) + (await admits(other, 6))).toBe(10);
    clock.timing.stepWall(hours * 3_600_000);
    const late = await clock.node();
    expect((await admits(one, 2)) + (await admits(other, 2)) + (await admits(late, 2))).toBe(0);
    // Five times 1200 ms have passed.
    await clock.timing.advance(14_000);
  }
});
