import { expect, test } from "bun:test";
import { uuidv7 } from "../../src/base/ids.ts";
import { sql } from "../../src/database/sql.ts";
import { setActive } from "../../src/metering/credits/balance-states.ts";
import { bump } from "../../src/metering/credits/bump.ts";
import { expireJournal } from "../../src/metering/credits/close-journal.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { admitted, clocked, ticket } from "./manual-nodes.ts";
import { callOf, grant, start, totalsOf } from "./test-nodes.ts";

test("leased credits admit a call without the database", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1000);
  const { node, calls } = await clock.node();
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  expect(calls().acquireCredits).toBe(1);
  for (let count = 0; count < 40; count++) {
    const got = node.admit("s", 1);
    if (!(got instanceof CreditReservation)) throw new Error("not at once");
    await got.settle(callOf("s", 1));
  }
  expect([calls().acquireCredits, node.remaining("s")]).toEqual([1, 959]);
  await clock.end();
});

test("a lease below half is refilled to a minute's spending", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 100_000);
  const { node } = await clock.node();
  const spend = async (count: number) => {
    for (let index = 0; index < count; index++) await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  };
  await spend(1);
  expect(await totalsOf(clock.setup.db, "s")).toMatchObject({ remaining: 99_900 });
  await spend(52);
  await clock.timing.advance(800);
  // 53 spent in two seconds, times thirty, minus the spent credits.
  const { remaining, held, used } = await totalsOf(clock.setup.db, "s");
  expect([used, held + remaining]).toEqual([53, 99_947]);
  expect(held).toBeGreaterThan(1500);
  expect(held).toBeLessThan(1600);
  await clock.end();
});

test("steady customers acquire little, and together", async () => {
  const clock = await clocked();
  const customers = Array.from({ length: 20 }, (_, index) => `s${index}`);
  for (const each of customers) await grant(clock.setup.db, each, 1_000_000);
  await clock.node();
  const { node, calls } = await clock.node();
  await clock.timing.advance(1100);
  for (let second = 0; second < 60; second++)
    for (const each of customers) {
      await (await ticket(clock, node, each)).settle(callOf(each, 1));
      await clock.timing.advance(50);
    }
  // The first call of each, a second one that makes it a rate, and refills.
  expect(calls().acquireCredits!).toBeLessThan(45);
  await clock.end();
});

test("one transaction serves the waiting calls of several journals", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 100_000);
  await clock.node();
  const { node, calls } = await clock.node();
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  await clock.timing.advance(40_000);
  // It has now read that the other node is alive, and leases nothing.
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  await clock.timing.advance(1100);
  const before = calls().acquireCredits!;
  const waiting = Array.from({ length: 20 }, () => Promise.resolve(node.admit("s", 3)));
  await clock.timing.advance(120);
  for (const each of await Promise.all(waiting)) await (each as CreditReservation).settle(callOf("s", 3));
  expect(calls().acquireCredits! - before).toBeLessThanOrEqual(2);
  await clock.end();
});

test("credits idle for 30 s are released; operation numbers continue", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1000);
  const { node } = await clock.node();
  const journal = node.journalId;
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  await clock.timing.advance(29_000);
  expect((await totalsOf(clock.setup.db, "s")).held).toBe(99);
  await clock.timing.advance(3000);
  expect(await totalsOf(clock.setup.db, "s")).toMatchObject({ held: 0, remaining: 999, used: 1 });
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  await clock.timing.advance(300);
  expect(await totalsOf(clock.setup.db, "s")).toMatchObject({ used: 2, held: 99 });
  // Repeated numbers would end the journal.
  expect(node.journalId).toBe(journal);
  await clock.end();
});

test("a requested return arrives within 250 ms, also from idle nodes", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 15);
  const { node: holder } = await clock.node();
  const { node: asker } = await clock.node();
  await (await ticket(clock, holder, "s")).settle(callOf("s", 1));
  expect((await totalsOf(clock.setup.db, "s")).remaining).toBe(0);
  const got = await admitted(clock, asker, "s", 1, 250);
  expect(got).toBeInstanceOf(CreditReservation);
  await (got as CreditReservation).settle(undefined);
  await clock.end();
});

test("a refused call does not refuse a cheaper one", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 3);
  const { node } = await clock.node();
  const exhausted = { kind: "exhausted", remaining: 3 } as const;
  expect(await admitted(clock, node, "s", 5)).toEqual(exhausted);
  expect(node.admit("s", 4)).toEqual(exhausted);
  await (await ticket(clock, node, "s", 3)).settle(callOf("s", 3));
  expect(await admitted(clock, node, "s", 1)).toEqual({ kind: "exhausted", remaining: 0 });
  await clock.end();
});

test("no 402 while a call under way may release its credit", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1);
  const { node } = await clock.node();
  const first = await ticket(clock, node, "s");
  const waiting = Promise.resolve(node.admit("s", 1));
  await clock.timing.advance(500);
  await first.settle(callOf("s", 0));
  await clock.timing.advance(10);
  const second = await waiting;
  expect(second).toBeInstanceOf(CreditReservation);
  await (second as CreditReservation).settle(callOf("s", 1));
  await clock.end();
});

test("503 while the rest is under way; 402 when it is spent", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1);
  const { node, calls } = await clock.node();
  const first = await ticket(clock, node, "s");
  expect(await admitted(clock, node, "s", 1, 1000)).toEqual({ kind: "unavailable", reason: "leased" });
  await first.settle(callOf("s", 1));
  expect(await admitted(clock, node, "s", 1, 200)).toEqual({ kind: "exhausted", remaining: 0 });
  const acquires = calls().acquireCredits;
  for (let seconds = 0; seconds < 20; seconds++) {
    expect(node.admit("s", 1)).toEqual({ kind: "exhausted", remaining: 0 });
    await clock.timing.advance(1000);
  }
  expect(calls().acquireCredits).toBe(acquires!);
  const grantMore = {
    id: uuidv7(start),
    subscriptionId: "s",
    credits: 1,
    reason: null,
    idempotencyKey: null,
  };
  await clock.setup.db.transaction((tx) => bump(tx, { ...grantMore, actor: "t", at: start }));
  node.notice("s");
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  await clock.end();
});

test("a call that costs more than is left is refused while cheaper ones are served", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 3);
  const { node } = await clock.node();
  const dear = Promise.resolve(node.admit("s", 5));
  const cheap = Promise.resolve(node.admit("s", 2));
  await clock.timing.advance(100);
  expect(await dear).toEqual({ kind: "exhausted", remaining: 3 });
  const got = await cheap;
  expect(got).toBeInstanceOf(CreditReservation);
  await (got as CreditReservation).settle(callOf("s", 2));
  await clock.end();
});

test("503 without the database; leased credits last a minute", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1000);
  await grant(clock.setup.db, "t", 1000);
  await clock.setup.db.run(
    sql`update credit_balance set frozen_until = ${Date.now() + 50_000} where subscription_id = 't'`,
  );
  const { node, away } = await clock.node();
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  expect(await admitted(clock, node, "t")).toEqual({ kind: "unavailable", reason: "frozen" });
  away(true);
  expect(await admitted(clock, node, "u")).toEqual({ kind: "unavailable", reason: "database" });
  await clock.timing.advance(56_000);
  expect(node.admit("s", 1)).toBeInstanceOf(CreditReservation);
  await clock.timing.advance(4000);
  expect(await admitted(clock, node, "s")).toEqual({ kind: "unavailable", reason: "database" });
  away(false);
  await clock.timing.advance(1000);
  expect(node.admit("s", 1)).toBeInstanceOf(CreditReservation);
  // A machine that slept notices by its wall clock.
  clock.timing.stepWall(120_000);
  away(true);
  expect(await admitted(clock, node, "s")).toEqual({ kind: "unavailable", reason: "database" });
  away(false);
  await clock.timing.advance(1000);
  expect(node.admit("s", 1)).toBeInstanceOf(CreditReservation);
});

test("a node with an expired journal opens a new one", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 20);
  const { node } = await clock.node();
  const before = await ticket(clock, node, "s", 3);
  const given = await ticket(clock, node, "s", 2);
  const [row] = await clock.setup.db.all<{ journal_id: string; commit_count: number }>(
    sql`select journal_id, commit_count from journal`,
  );
  expect(await expireJournal(clock.setup.db, row!.journal_id, row!.commit_count, start)).toBe(true);
  await clock.timing.advance(1500);
  await before.settle(callOf("s", 3));
  await given.settle(undefined);
  await (await ticket(clock, node, "s", 4)).settle(callOf("s", 4));
  await clock.timing.advance(2000);
  // The three calls of the expired journal are charged to the balance, which had their credits back.
  expect(await totalsOf(clock.setup.db, "s")).toMatchObject({ granted: 20, used: 7, written_off: 0 });
  await clock.end();
  const journals = await clock.setup.logged.filter((line) => line.includes("opening a new one"));
  expect(journals.length).toBe(1);
});

test("an ended subscription's credits are released and its calls refused", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 50);
  await grant(clock.setup.db, "u", null);
  const { node } = await clock.node();
  for (const id of ["s", "u"]) await (await ticket(clock, node, id)).settle(callOf(id, 1));
  expect(node.remaining("u")).toBe("unlimited");
  for (const id of ["s", "u"]) await clock.setup.db.transaction((tx) => setActive(tx, id, false));
  await clock.timing.advance(1200);
  expect(await totalsOf(clock.setup.db, "s")).toMatchObject({ held: 0, remaining: 49 });
  for (const id of ["s", "u"]) expect(await admitted(clock, node, id, 1, 100)).toEqual({ kind: "ended" });
  await clock.end();
});

test("a closed node admits nothing", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 50);
  const { node } = await clock.node();
  await (await ticket(clock, node, "s")).settle(callOf("s", 1));
  await clock.end();
  expect(node.admit("s", 1)).toEqual({ kind: "unavailable", reason: "stopping" });
  await expect(node.record(callOf("s", 0))).rejects.toThrow("accepts no calls now");
});

test("a silent node's credits cause no 402 and are released", async () => {
  const clock = await clocked({ leaseTtlMs: 60_000 });
  await grant(clock.setup.db, "s", 100);
  const lost = await clock.node();
  await (await ticket(clock, lost.node, "s")).settle(callOf("s", 1));
  await clock.timing.advance(500);
  lost.away(true);
  const { node } = await clock.node();
  expect(await admitted(clock, node, "s", 1, 1000)).toEqual({ kind: "unavailable", reason: "leased" });
  await clock.timing.advance(55_000);
  expect(await admitted(clock, node, "s", 1, 1000)).toBeInstanceOf(CreditReservation);
  expect(lost.node.admit("s", 1)).not.toBeInstanceOf(CreditReservation);
  lost.away(false);
  await clock.end();
});

test("a node without leases is still alive to others", async () => {
  const clock = await clocked({ leaseTtlMs: 60_000 });
  const { node } = await clock.node();
  const journal = node.journalId;
  await clock.node();
  await clock.timing.advance(200_000);
  expect(await clock.setup.db.all(sql`select journal_id from journal where state <> 'open'`)).toEqual([]);
  expect(node.journalId).toBe(journal);
  await clock.end();
});
