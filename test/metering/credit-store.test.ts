import { describe, expect, test } from "bun:test";
import { never } from "../../src/base/clock.ts";
import { hourMs, minuteMs } from "../../src/base/durations.ts";
import { uuidv7 } from "../../src/base/ids.ts";
import { sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { setUnlimited } from "../../src/metering/credits/balance-states.ts";
import { closeJournal, expireJournal } from "../../src/metering/credits/close-journal.ts";
import { releaseCredits } from "../../src/metering/credits/release.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { type Interrupted, interruptible, repeat } from "./interruptible-database.ts";
import { ask, calls, open, story } from "./journal-story.ts";
import { grant, openTestNodes, start, type TestNodes, totalsOf } from "./test-nodes.ts";

const settled = { written_off: 0, debt: 0, held: 0 };

async function balances(setup: TestNodes, names: readonly string[]) {
  return Promise.all(names.map((name) => totalsOf(setup.db, name)));
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the credit store on ${kind.dialect}`, () => {
    test("an operation takes effect once despite interruptions or a lost response", async () => {
      const setup = await openTestNodes(kind);
      const db = interruptible(setup.db);
      let round = 0;
      const run = async (interrupt: (db: Interrupted, step: number) => void): Promise<[unknown, number]> => {
        round += 1;
        const name = (each: string) => `${each}${round}`;
        await grant(setup.db, name("a"), 20);
        await grant(setup.db, name("b"), 5);
        let happened = 0;
        for (const [index, step] of story(`journal${round}`, name).entries()) {
          interrupt(db, index);
          await repeat(() => step(db));
          if (db.interrupted) happened += 1;
          db.failAfter(undefined);
        }
        return [await balances(setup, [name("a"), name("b")]), happened];
      };
      const [expected] = await run(() => undefined);
      expect(expected).toEqual([
        { ...settled, granted: 27, used: 20, remaining: 7, logged: 20, reported: 20, rows: 6 },
        { ...settled, granted: 5, used: 3, remaining: 2, logged: 3, reported: 3, rows: 2 },
      ]);
      for (let statements = 0; ; statements++) {
        const [found, happened] = await run((each) => each.failAfter(statements));
        expect(found).toEqual(expected);
        if (happened === 0) break;
      }
      const [found, happened] = await run((each) => each.loseCommit());
      expect([found, happened]).toEqual([expected, 11]);
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("a repeated acquire returns the same amount and leases no more", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      await open(setup.db, "j");
      const group = { requests: [ask("s", 1, 5)], share: 1, now: start };
      const taken = await acquireCredits(new OwnedJournals(setup.db), "j", group);
      expect(await acquireCredits(new OwnedJournals(setup.db), "j", group)).toEqual(taken);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ held: 5, remaining: 15 });
      await setup.end();
    });

    test("a repeated release returns the same amount and moves no more", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      await open(setup.db, "j");
      const journals = new OwnedJournals(setup.db);
      await acquireCredits(journals, "j", { requests: [ask("s", 1, 12)], share: 1 });
      const releases = [{ subscriptionId: "s", op: 2, amount: 4 }];
      const released = await releaseCredits(journals, "j", releases);
      expect(released).toEqual([{ subscriptionId: "s", held: 8, remaining: 12 }]);
      expect(await releaseCredits(new OwnedJournals(setup.db), "j", releases)).toEqual(released);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ held: 8, remaining: 12, granted: 20 });
      await setup.end();
    });

    test("the same batch is applied once, even by two processes", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      await open(setup.db, "j");
      await acquireCredits(new OwnedJournals(setup.db), "j", {
        requests: [ask("s", 1, 10)],
        share: 1,
      });
      const records = calls(1, [
        ["s", 2],
        ["s", 3],
      ]);
      const other = await setup.fresh.open();
      const applies = [setup.db, other, setup.db, other].map((db) =>
        apply(db, { journalId: "j", records, now: start }, writeUsage).then((count) => count !== undefined),
      );
      expect((await Promise.all(applies)).sort()).toEqual([false, false, false, true]);
      expect(await totalsOf(setup.db, "s")).toEqual({
        granted: 20,
        used: 5,
        remaining: 10,
        written_off: 0,
        debt: 0,
        held: 5,
        logged: 5,
        reported: 5,
        rows: 2,
      });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("acquire leases the need, or more from a large balance", async () => {
      const setup = await openTestNodes(kind);
      await open(setup.db, "j");
      const cases: readonly [
        credits: number | null,
        set: string,
        need: number,
        amount: number,
        share: number,
        taken: number,
      ][] = [
        [100, "", 0, 10, 1, 10],
        [100, "", 0, 200, 1, 100],
        [100, "", 0, 200, 6, 16],
        [100, "", 30, 200, 6, 30],
        [10, "", 30, 200, 6, 10],
        [100, "", 3, 10, 6, 10],
        [0, "", 1, 10, 1, 0],
        [100, "active = 0", 1, 10, 1, 0],
        [100, "hold", 1, 10, 1, 0],
        [100, "hold by the clock of another server, an hour ahead", 1, 10, 1, 10],
        [null, "", 1, 10, 1, 0],
      ];
      for (const [index, [credits, set, need, amount, share, expected]] of cases.entries()) {
        const id = `s${index}`;
        await grant(setup.db, id, credits);
        if (set === "active = 0")
          await setup.db.run(sql`update credit_balance set active = 0 where subscription_id = ${id}`);
        const frozen = set === "hold";
        const frozenUntil = frozen
          ? Date.now() + minuteMs / 2
          : set.startsWith("hold")
            ? Date.now() + hourMs
            : 0;
        await setup.db.run(
          sql`update credit_balance set frozen_until = ${frozenUntil} where subscription_id = ${id}`,
        );
        const got = await acquireCredits(new OwnedJournals(setup.db), "j", {
          requests: [ask(id, 1, need, amount)],
          share,
        });
        expect(got).toEqual([
          {
            subscriptionId: id,
            amount: expected,
            held: expected,
            remaining: (credits ?? 0) - expected,
            othersHeld: 0,
            frozen,
            active: set !== "active = 0",
            unlimited: credits === null,
            dueInMs: never,
          },
        ]);
      }
      await setup.end();
    });

    test("a journal is closed only at the last call that was applied", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      await open(setup.db, "j");
      const lease = { requests: [ask("s", 1, 5)], share: 1, now: start };
      await acquireCredits(new OwnedJournals(setup.db), "j", lease);
      await apply(setup.db, { journalId: "j", records: calls(1, [["s", 2]]), now: start }, writeUsage);
      for (const seq of [0, 2]) expect(await closeJournal(setup.db, "j", seq, start)).toBe(false);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ held: 3, remaining: 15, used: 2 });
      expect(await closeJournal(setup.db, "j", 1, start)).toBe(true);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ held: 0, remaining: 18, used: 2 });
      expect(await closeJournal(setup.db, "j", 1, start)).toBe(false);
      await setup.end();
    });

    test("an expired journal neither acquires nor releases credits", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      for (const id of ["j", "k"]) await open(setup.db, id);
      const asks = (op: number) => ({ requests: [ask("s", op, 5)], share: 1, now: start });
      await acquireCredits(new OwnedJournals(setup.db), "j", asks(1));
      await acquireCredits(new OwnedJournals(setup.db), "k", asks(1));
      expect(await acquireCredits(new OwnedJournals(setup.db), "k", asks(3))).toBe("fenced");
      expect(
        await releaseCredits(new OwnedJournals(setup.db), "k", [{ subscriptionId: "s", op: 2, amount: 6 }]),
      ).toBe("fenced");
      expect(await expireJournal(setup.db, "j", 0, start)).toBe(false);
      expect(await expireJournal(setup.db, "j", 1, start)).toBe(true);
      expect(await acquireCredits(new OwnedJournals(setup.db), "j", asks(2))).toBe("fenced");
      expect(
        await releaseCredits(new OwnedJournals(setup.db), "j", [{ subscriptionId: "s", op: 2, amount: 5 }]),
      ).toBe("fenced");
      expect(await totalsOf(setup.db, "s")).toMatchObject({ remaining: 15, held: 5, granted: 20 });
      await setup.end();
    });

    test("a balance stays consistent when its meter changes under leases", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 20);
      await open(setup.db, "j");
      await acquireCredits(new OwnedJournals(setup.db), "j", {
        requests: [ask("s", 1, 5)],
        share: 1,
      });
      const turn = (unlimited: boolean) =>
        setup.db.transaction((tx) =>
          setUnlimited(tx, { id: uuidv7(start), subscriptionId: "s", unlimited, at: start, actor: "test" }),
        );
      await turn(true);
      for (const [seq, credits] of [3, 6].entries())
        await apply(
          setup.db,
          { journalId: "j", records: calls(seq + 1, [["s", credits]]), now: start },
          writeUsage,
        );
      await turn(false);
      expect(await consistencyFindings(setup.db)).toEqual([]);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ granted: 29, used: 9, remaining: 15, held: 5 });
      await setup.end();
    });

    test("a batch charges calls that leases cover fully, partly or not", async () => {
      const setup = await openTestNodes(kind);
      for (const id of ["paid", "short", "none"]) await grant(setup.db, id, 20);
      await grant(setup.db, "free", null);
      await open(setup.db, "j");
      const asks = [ask("paid", 1, 9), ask("short", 1, 4), ask("free", 1, 1)];
      await acquireCredits(new OwnedJournals(setup.db), "j", { requests: asks, share: 1 });
      const unpaid = new Set<string>();
      const spend = (seq: number, credits: number) => {
        const ids = ["paid", "short", "none", "free"] as const;
        const records = calls(
          seq,
          ids.map((id) => [id, credits]),
        );
        return apply(setup.db, { journalId: "j", records, now: start, unpaid }, writeUsage);
      };
      await spend(1, 3);
      expect([...unpaid].sort()).toEqual(["none"]);
      await spend(5, 2);
      expect([...unpaid].sort()).toEqual(["none", "short"]);
      await acquireCredits(new OwnedJournals(setup.db), "j", {
        requests: [ask("short", 2, 8)],
        share: 1,
      });
      await spend(9, 1);
      expect([...unpaid].sort()).toEqual(["none"]);
      const totals = { granted: 20, used: 6, written_off: 0, debt: 0, logged: 6, reported: 6, rows: 3 };
      const before = [
        { ...totals, remaining: 11, held: 3 },
        { ...totals, remaining: 7, held: 7 },
        { ...totals, remaining: 14, held: 0 },
        { ...totals, granted: 0, remaining: 0, held: 0 },
      ];
      const read = () => balances(setup, ["paid", "short", "none", "free"]);
      expect(await read()).toEqual(before);
      expect(await consistencyFindings(setup.db)).toEqual([]);
      expect(await closeJournal(setup.db, "j", 12, start)).toBe(true);
      expect(await read()).toEqual(
        before.map((each) => ({ ...each, remaining: each.remaining + each.held, held: 0 })),
      );
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });
  });
