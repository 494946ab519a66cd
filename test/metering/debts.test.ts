import { describe, expect, test } from "bun:test";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { adjustCredits } from "../../src/metering/credits/adjust-credits.ts";
import { setUnlimited } from "../../src/metering/credits/balance-states.ts";
import { bump } from "../../src/metering/credits/bump.ts";
import { closeJournal } from "../../src/metering/credits/close-journal.ts";
import { releaseCredits } from "../../src/metering/credits/release.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { ask, bumpOf, calls, open } from "./journal-story.ts";
import { grant, openTestNodes, start, type TestNodes, totalsOf } from "./test-nodes.ts";

const acquire = (db: Database, journal: string, op: number, need: number) =>
  acquireCredits(new OwnedJournals(db), journal, { requests: [ask("s", op, need)], share: 1 });

const release = (db: Database, journal: string, op: number, amount: number) =>
  releaseCredits(new OwnedJournals(db), journal, [{ subscriptionId: "s", op, amount }]);

const spend = (db: Database, journal: string, seq: number, credits: number) =>
  apply(db, { journalId: journal, records: calls(seq, [["s", credits]]), now: start }, writeUsage);

/** The balance's figures, after the consistency check has found nothing. */
async function balance({ db }: TestNodes) {
  expect(await consistencyFindings(db)).toEqual([]);
  const { granted, used, remaining, written_off, held, debt } = await totalsOf(db, "s");
  return { granted, used, remaining, written_off, held, debt };
}

/** Two journals that lease 50 of 100 credits each. One spends 80: the database has lost its second lease. */
async function indebted(setup: TestNodes): Promise<void> {
  await grant(setup.db, "s", 100);
  for (const journal of ["j", "k"]) {
    await open(setup.db, journal);
    await acquire(setup.db, journal, 1, 50);
  }
  await spend(setup.db, "j", 1, 80);
}

const owing = { granted: 100, used: 80, remaining: 0, written_off: 0, held: 50, debt: 30 };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a debt on ${kind.dialect}`, () => {
    test("is paid by the next lease that is released", async () => {
      const setup = await openTestNodes(kind);
      await indebted(setup);
      expect(await balance(setup)).toEqual(owing);
      expect(await release(setup.db, "k", 2, 10)).toEqual([
        { subscriptionId: "s", held: 40, remaining: -20 },
      ]);
      expect(await balance(setup)).toEqual({ ...owing, held: 40, debt: 20 });
      expect(await release(setup.db, "k", 3, 40)).toEqual([{ subscriptionId: "s", held: 0, remaining: 20 }]);
      expect(await balance(setup)).toEqual({ ...owing, held: 0, debt: 0, remaining: 20 });
      await setup.end();
    });

    test("is paid when the journal with the other lease is closed", async () => {
      const setup = await openTestNodes(kind);
      await indebted(setup);
      await spend(setup.db, "k", 1, 5);
      expect(await closeJournal(setup.db, "k", 1, start)).toBe(true);
      expect(await balance(setup)).toEqual({ ...owing, used: 85, held: 0, debt: 0, remaining: 15 });
      await setup.end();
    });

    test("requests the other leases, and leases nothing before it is paid", async () => {
      const setup = await openTestNodes(kind);
      await indebted(setup);
      const requested = () =>
        setup.db.all(sql`select journal_id, return_requested from credit_lease where held > 0`);
      expect(await requested()).toEqual([{ journal_id: "k", return_requested: 1 }]);
      expect(await acquire(setup.db, "j", 2, 5)).toMatchObject([
        { amount: 0, remaining: -30, othersHeld: 50 },
      ]);
      await release(setup.db, "k", 2, 10);
      expect(await requested()).toEqual([{ journal_id: "k", return_requested: 1 }]);
      expect(await acquire(setup.db, "j", 3, 5)).toMatchObject([
        { amount: 0, remaining: -20, othersHeld: 40 },
      ]);
      await release(setup.db, "k", 3, 40);
      expect(await acquire(setup.db, "j", 4, 5)).toMatchObject([{ amount: 5, remaining: 15, othersHeld: 0 }]);
      await setup.end();
    });

    test("is written off when no lease is left, as far as it is unpaid", async () => {
      const setup = await openTestNodes(kind);
      await indebted(setup);
      await spend(setup.db, "k", 1, 45);
      expect(await balance(setup)).toEqual({ ...owing, used: 125, held: 5 });
      await release(setup.db, "k", 2, 5);
      const off = { granted: 125, used: 125, remaining: 0, written_off: 25, held: 0, debt: 0 };
      expect(await balance(setup)).toEqual(off);
      const entries = await setup.db.all(sql`
        select delta, reason, remaining_after from credit_ledger where kind = 'write_off'`);
      expect(entries).toEqual([
        { delta: 25, reason: "served on a lease that had expired", remaining_after: 0 },
      ]);
      await setup.end();
    });

    test("is written off when the last lease is spent by its own calls", async () => {
      const setup = await openTestNodes(kind);
      await indebted(setup);
      await spend(setup.db, "k", 1, 50);
      expect(await balance(setup)).toEqual({
        granted: 130,
        used: 130,
        remaining: 0,
        written_off: 30,
        held: 0,
        debt: 0,
      });
      await setup.end();
    });

    test("is paid by credits that an operator adds", async () => {
      const setup = await openTestNodes(kind);
      await indebted(setup);
      const bumped = await setup.db.transaction((tx) => bump(tx, bumpOf("s")));
      expect(bumped.remaining_after).toBe(27);
      expect(await balance(setup)).toEqual({ ...owing, granted: 107, debt: 23 });
      const change = { subscriptionId: "s", reason: null, idempotencyKey: null, actor: "test", at: start };
      const adjust = (id: string, to: { set: number } | { change: number }) =>
        setup.db.transaction((tx) => adjustCredits(tx, { ...change, id, to }));
      expect(await adjust("a", { change: -1 })).toBe("leased");
      expect(await adjust("b", { set: 10 })).toBe("leased");
      expect(await adjust("c", { change: 40 })).toMatchObject({ delta: 40, remaining_after: 67 });
      expect(await balance(setup)).toEqual({ ...owing, granted: 147, debt: 0, remaining: 17 });
      await setup.end();
    });

    test("leaves the sums in agreement when the meter is turned off and on", async () => {
      const setup = await openTestNodes(kind);
      await indebted(setup);
      const turn = (id: string, unlimited: boolean) =>
        setup.db.transaction((tx) =>
          setUnlimited(tx, { id, subscriptionId: "s", unlimited, at: start, actor: "test" }),
        );
      await turn("off", true);
      await spend(setup.db, "j", 2, 7);
      await turn("on", false);
      expect(await balance(setup)).toEqual({ ...owing, granted: 107, used: 87 });
      await release(setup.db, "k", 2, 50);
      expect(await balance(setup)).toEqual({
        ...owing,
        granted: 107,
        used: 87,
        held: 0,
        debt: 0,
        remaining: 20,
      });
      await setup.end();
    });
  });
