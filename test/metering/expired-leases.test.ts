import { expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { expireJournal } from "../../src/metering/credits/close-journal.ts";
import type { Metering } from "../../src/metering/metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { clocked, ticket } from "./manual-nodes.ts";
import { callOf, grant, start, totalsOf } from "./test-nodes.ts";

test("a returning journal whose lease others spent is written off", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 5);
  const lost = await clock.node();
  const got = await ticket(clock, lost.node, "s", 5);
  lost.away(true);
  await got.settle(callOf("s", 5));
  await clock.timing.advance(20);
  const [row] = await clock.setup.db.all<{ journal_id: string; commit_count: number }>(
    sql`select journal_id, commit_count from journal`,
  );
  expect(await expireJournal(clock.setup.db, row!.journal_id, row!.commit_count, start)).toBe(true);
  const other = await clock.node();
  await (await ticket(clock, other.node, "s", 4)).settle(callOf("s", 4));
  await clock.timing.advance(1000);
  lost.away(false);
  await clock.timing.advance(3000);
  expect(await totalsOf(clock.setup.db, "s")).toMatchObject({
    granted: 9,
    used: 9,
    written_off: 4,
    debt: 0,
    remaining: 0,
    held: 0,
  });
  const rows = await clock.setup.db.all(sql`select delta, kind from credit_ledger where kind = 'write_off'`);
  expect(rows).toEqual([{ delta: 4, kind: "write_off" }]);
  await clock.end();
});

test("a node that is cut off spends at most one lease beyond the credits", async () => {
  const clock = await clocked({ leaseTtlMs: 60_000 });
  await grant(clock.setup.db, "s", 5000);
  const [lost, ...others] = [await clock.node(), await clock.node(), await clock.node()];
  await clock.timing.advance(2000);
  /** Calls of ten credits until one is refused; resolves to their credits. */
  const spend = async (node: Metering) => {
    for (let credits = 0; ; credits += 10) {
      const admitting = node.admit("s", 10);
      if (admitting instanceof Promise) await clock.timing.advance(1200);
      const got = await admitting;
      if (!(got instanceof CreditReservation)) return credits;
      await got.settle(callOf("s", 10));
    }
  };
  for (let calls = 0; calls < 90; calls++)
    await (await ticket(clock, lost!.node, "s", 10)).settle(callOf("s", 10));
  await clock.timing.advance(1000);
  const { held } = await totalsOf(clock.setup.db, "s");
  // With three nodes a sixth of what was left, at most 4,400, when it last leased.
  expect(held).toBeWithin(300, 734);
  lost!.away(true);
  const spentAlone = await spend(lost!.node);
  expect(spentAlone).toBe(held - (held % 10));
  await clock.timing.advance(60_000);
  for (const { node } of others) await spend(node);
  lost!.away(false);
  await clock.timing.advance(5000);
  expect(await totalsOf(clock.setup.db, "s")).toMatchObject({
    granted: 5000 + spentAlone,
    used: 5000 + spentAlone,
    written_off: spentAlone,
    remaining: 0,
    held: 0,
  });
  await clock.end();
}, 180_000);
