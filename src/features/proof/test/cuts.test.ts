import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { callOf, grant } from "../../../../test/metering/test-nodes.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { apply } from "../../../metering/apply/apply.ts";
import { writeUsage } from "../../../metering/apply/write-usage.ts";
import { type CallLog, databaseLog } from "../../../metering/requests/call-log.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import { startOf } from "../days/calendar.ts";
import { cutDay, oldestUnproved } from "../days/cut.ts";
import { makeLeaves } from "../days/leaves.ts";
import { claim, openState, unclaim } from "../days/proof-state.ts";

const first = "2026-11-21";
const second = "2026-11-22";
const morning = startOf(first) + 8 * hourMs;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`cuts of days on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeEach(async () => {
      fresh = await kind.migrated();
      db = await fresh.open();
      for (const id of ["a", "b"]) await grant(db, id, 100);
      for (const journalId of ["j", "k"])
        await openJournal(db, { journalId, node: "n", place: "p", at: morning });
      await openState(db, startOf(first) + hourMs);
    });
    afterEach(() => fresh.end());

    const made = (journalId: string, subscription: string, from: number, times: readonly number[]) =>
      apply(
        db,
        {
          journalId,
          records: times.map((at, index) => ({ seq: from + index, call: callOf(subscription, 1, { at }) })),
          now: morning,
        },
        writeUsage,
      );
    const making = (process = "p") => ({ process, now: () => startOf(second) + hourMs, open: () => true });
    const prove = async (day: string, log: CallLog = databaseLog(db)) => {
      await cutDay(db, log, day, making());
      await makeLeaves(db, log, day, making());
    };
    const cuts = async () =>
      (
        await db.all<Record<string, unknown>>(
          sql`select day, journal_id, from_seq, to_seq from proof_cut order by day, journal_id`,
        )
      ).map((row) => Object.values({ ...row }));
    const days = async () =>
      (
        await db.all<Record<string, unknown>>(sql`
          select day, subscription_id, number, calls, credits from proof_day order by day, subscription_id`)
      ).map((row) => Object.values({ ...row }));

    test("commits that are lost between reading the log and the cut are in the day in which they come back", async () => {
      await made("j", "a", 1, [morning, morning + 1, morning + 2]);
      await made("j", "a", 4, [morning + 3, morning + 4]);
      await made("k", "b", 1, [morning, morning + 1]);
      const log = databaseLog(db);
      const losing: CallLog = {
        ...log,
        async lastSeqBefore(span) {
          const seq = await log.lastSeqBefore(span);
          if (span.journalId === "j") {
            await db.run(sql`update journal set applied_seq = 3 where journal_id = 'j'`);
            await db.run(sql`delete from request_chunk where journal_id = 'j' and first_seq > 3`);
          }
          return seq;
        },
      };
      await prove(first, losing);
      expect(await cuts()).toEqual([[first, "k", 0, 2]]);
      const marks = sql`select journal_id, proved_seq from journal order by journal_id`;
      expect((await db.all<object>(marks)).map((row) => ({ ...row }))).toEqual([
        { journal_id: "j", proved_seq: 0 },
        { journal_id: "k", proved_seq: 2 },
      ] as never);
      await made("j", "a", 4, [morning + 3, morning + 4]);
      await prove(second);
      expect(await cuts()).toEqual([
        [first, "k", 0, 2],
        [second, "j", 0, 5],
      ]);
      expect((await days()).filter(([, , , calls]) => calls !== 0)).toEqual([
        [first, "b", 0, 2, 2],
        [second, "a", expect.any(Number), 5, 5],
      ] as never);
    });

    test("a call that is applied and not in the log yet is in a later day", async () => {
      await made("j", "a", 1, [morning, morning + 1]);
      await db.run(sql`update journal set logged_seq = 1 where journal_id = 'j'`);
      await prove(first);
      await db.run(sql`update journal set logged_seq = 2 where journal_id = 'j'`);
      await prove(second);
      expect(await cuts()).toEqual([
        [first, "j", 0, 1],
        [second, "j", 1, 2],
      ]);
    });

    test("calls of a clock that was set back for two days are read and kept", async () => {
      // The journal was opened in the morning; then the clock went back.
      const back = morning - 2 * dayMs;
      await made("j", "a", 1, [morning, back]);
      expect(await oldestUnproved(db)).toBe(back);
      await cutDay(db, databaseLog(db), first, making());
      const spans = await db.all<{ since: number }>(sql`select since from proof_cut`);
      expect(spans.map(({ since }) => since)).toEqual([back]);
      expect(await oldestUnproved(db)).toBe(back);
      await makeLeaves(db, databaseLog(db), first, making());
      expect(await oldestUnproved(db)).toBeUndefined();
      // Those that follow it can be older, as far as a clock can be set back.
      const later = startOf(second) - 2 * dayMs;
      await made("j", "a", 3, [later]);
      expect(await oldestUnproved(db)).toBe(later - 2 * dayMs);
    });

    test("a call at midnight is of the new day, and what follows it of a clock that was set back too", async () => {
      const midnight = startOf(second);
      await made("j", "a", 1, [midnight - 1, midnight, midnight - hourMs]);
      await prove(first);
      await prove(second);
      expect(await cuts()).toEqual([
        [first, "j", 0, 1],
        [second, "j", 1, 3],
      ]);
    });

    test("a ledger row of midnight is of the new day", async () => {
      const enter = (id: string, at: number, number: number) =>
        db.run(sql`
          insert into credit_ledger (id, subscription_id, at, delta, kind, remaining_after, number, head)
          values (${id}, 'a', ${at}, 1, 'grant', 0, ${number}, ${id})`);
      const { rows } = (await db.get<{ rows: number }>(
        sql`select ledger_rows as rows from credit_balance where subscription_id = 'a'`,
      ))!;
      await enter("before", startOf(second) - 1, rows + 1);
      await enter("midnight", startOf(second), rows + 2);
      await db.run(sql`
        update credit_balance set ledger_rows = ${rows + 2}, ledger_head = 'midnight' where subscription_id = 'a'`);
      await cutDay(db, databaseLog(db), first, making());
      const row = await db.get<object>(
        sql`select ledger_rows, ledger_head from proof_day where subscription_id = 'a'`,
      );
      expect({ ...row }).toEqual({ ledger_rows: rows + 1, ledger_head: "before" });
    });

    test("one process proves at a time, and another continues when it has not claimed for a minute", async () => {
      const now = startOf(second) + hourMs;
      expect(await claim(db, "p", now)).toBe(true);
      expect(await claim(db, "q", now + 60_000)).toBe(false);
      await expect(cutDay(db, databaseLog(db), first, making("q"))).rejects.toThrow();
      expect(await cuts()).toEqual([]);
      expect(await claim(db, "p", now)).toBe(true);
      expect(await claim(db, "q", now + 60_001)).toBe(true);
      // Only its own claim is given up.
      await unclaim(db, "p");
      expect(await claim(db, "p", now + 60_002)).toBe(false);
      await unclaim(db, "q");
      expect(await claim(db, "p", now + 60_002)).toBe(true);
    });

    test("a day that is cut is not cut again, and none before the leaves of the one before", async () => {
      await made("j", "a", 1, [morning]);
      await cutDay(db, databaseLog(db), first, making());
      await made("j", "a", 2, [morning + 1]);
      await cutDay(db, databaseLog(db), first, making());
      await cutDay(db, databaseLog(db), second, making());
      expect(await cuts()).toEqual([[first, "j", 0, 1]]);
      // Another process had read the state before the leaves were complete.
      await makeLeaves(db, databaseLog(db), first, making());
      await cutDay(db, databaseLog(db), first, making());
      expect(await cuts()).toEqual([[first, "j", 0, 1]]);
    });
  });
