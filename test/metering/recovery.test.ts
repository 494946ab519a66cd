import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../src/base/log.ts";
import { systemTiming, type Timing } from "../../src/base/timing.ts";
import { sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { JournalApplier } from "../../src/metering/apply/journal-applier.ts";
import { Recovery } from "../../src/metering/apply/recovery.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import type { JournalDirectory } from "../../src/metering/journal/journal-directory.ts";
import { decodeRecord } from "../../src/metering/journal/record.ts";
import { findJournal } from "../../src/metering/sharing/journal-rows.ts";
import { kinds } from "../database/databases.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { leftBehind } from "./left-behind.ts";
import { manualTiming } from "./manual-timing.ts";
import { callOf, grant, openTestNodes, start, type TestNodes, totalsOf } from "./test-nodes.ts";

const segment = ({ path }: JournalDirectory) => join(path, "00000001.seg");

function recoveryOf(setup: TestNodes, timing: Timing, folder = setup.folder) {
  const log = createLog(timing.wall, (line) => void setup.logged.push(line));
  return new Recovery(setup.db, folder, { timing, log });
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`recovery on ${kind.dialect}`, () => {
    test("a dead process's calls are charged despite a half-written tail", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", 100);
      const directory = await leftBehind(setup, timing);
      const whole = readFileSync(segment(directory));
      appendFileSync(segment(directory), whole.subarray(40, 140));
      expect((await recoveryOf(setup, timing).pass()).left).toBe(0);
      expect(readFileSync(segment(directory)).equals(whole)).toBe(true);
      expect(await findJournal(setup.db, directory.id)).toMatchObject({ state: "closed", applied_seq: 3 });
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 3, remaining: 97, held: 0, rows: 3 });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    });

    test("a long journal is applied in parts, between which others work", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 1000);
      await leftBehind(setup, systemTiming, "s", 600);
      const seen: number[] = [];
      const look = async () => seen.push((await totalsOf(setup.db, "s")).used);
      const between = (work: () => void) => void look().then(work);
      const soon = (work: () => void) => between(() => systemTiming.soon(work));
      const after = (_: number, work: () => void) => {
        between(work);
        return () => undefined;
      };
      expect((await recoveryOf(setup, { ...systemTiming, soon, after }).pass()).left).toBe(0);
      expect(seen.filter((used) => used > 0 && used < 600)).toEqual([512]);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 600, remaining: 400, held: 0 });
      await setup.end();
    });

    test("damage among good records stops recovery and raises an alarm", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", 100);
      const directory = await leftBehind(setup, timing);
      const whole = readFileSync(segment(directory));
      const first = decodeRecord(whole, 40);
      if (first.kind !== "record") throw new Error("no record");
      whole[first.end + 20]! ^= 4;
      writeFileSync(segment(directory), whole);
      const recovery = recoveryOf(setup, timing);
      const damage = { journalId: directory.id, file: segment(directory), offset: first.end };
      const found = { left: 0, damaged: [damage] };
      expect([await recovery.pass(), await recovery.pass()]).toEqual([found, found]);
      expect(setup.logged.filter((line) => line.includes("journal damaged")).length).toBe(1);
      expect(readFileSync(segment(directory)).equals(whole)).toBe(true);
      expect(await findJournal(setup.db, directory.id)).toMatchObject({ state: "open", applied_seq: 1 });
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 1, remaining: 90, held: 9 });
      await setup.end();
    });

    test("a copied directory closes the journal only after 30 s without commits", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", 100);
      const directory = await leftBehind(setup, timing);
      const elsewhere = mkdtempSync(join(tmpdir(), "vingate-copy-"));
      cpSync(directory.path, join(elsewhere, directory.id), { recursive: true });
      const recovery = recoveryOf(setup, timing, elsewhere);
      const state = async () => (await findJournal(setup.db, directory.id))?.state;
      expect([(await recovery.pass()).left, await state()]).toEqual([1, "open"]);
      await timing.advance(29_000);
      await setup.db.run(sql`update journal set commit_count = commit_count + 1`);
      expect([(await recovery.pass()).left, await state()]).toEqual([1, "open"]);
      await timing.advance(29_000);
      expect([(await recovery.pass()).left, await state()]).toEqual([1, "open"]);
      await timing.advance(1000);
      expect([(await recovery.pass()).left, await state()]).toEqual([0, "closed"]);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 3, remaining: 97, held: 0, rows: 3 });
      rmSync(elsewhere, { recursive: true, force: true });
      await setup.end();
    });

    test("an applied directory is kept an hour and reapplied after lost commits", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", 100);
      const directory = await leftBehind(setup, timing);
      const before = await totalsOf(setup.db, "s");
      await recoveryOf(setup, timing).pass();
      const after = await totalsOf(setup.db, "s");
      // Like a database restored from an earlier moment.
      for (const table of [
        "request_chunk",
        "usage_hourly_sum",
        "usage_hourly_total",
        "usage_minute_sum",
        "usage_minute_total",
        "usage_hourly_sum_slot",
        "usage_hourly_total_slot",
        "usage_minute_sum_slot",
        "usage_minute_total_slot",
      ])
        await setup.db.run({ parts: [`delete from ${table}`], values: [] });
      await setup.db.run(sql`delete from journal`);
      await setup.db.run(sql`update credit_balance set used = 0, remaining = 90`);
      await setup.db.run(sql`
        insert into credit_lease (journal_id, subscription_id, op, op_amount, held)
        values (${directory.id}, 's', 1, 10, 10)`);
      expect(await totalsOf(setup.db, "s")).toEqual({ ...before, rows: 0 });
      const recovery = recoveryOf(setup, timing);
      await recovery.pass();
      expect(await totalsOf(setup.db, "s")).toEqual(after);
      await timing.advance(3_599_000);
      await recovery.pass();
      expect(readdirSync(setup.folder)).toEqual([directory.id]);
      await timing.advance(1000);
      await recovery.pass();
      expect(readdirSync(setup.folder)).toEqual([]);
      await setup.end();
    });

    test("a record that the log refuses is charged and kept separately", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", 100);
      const directory = await leftBehind(setup, timing);
      const folder = new JournalApplier(setup.db, directory, {
        timing,
        async write(tx, journalId, records) {
          if (records.some(({ seq }) => seq === 2)) throw new Error("the log takes no such row");
          await writeUsage(tx, journalId, records);
        },
      });
      expect(await folder.apply(3)).toMatchObject({ appliedSeq: 3 });
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 3, reported: 3, logged: 2, held: 7 });
      const [kept] = await setup.db.all<{ seq: number; reason: string; record: Uint8Array }>(
        sql`select seq, reason, record from usage_rejected`,
      );
      expect([kept?.seq, kept?.reason]).toEqual([2, "the log takes no such row"]);
      expect(decodeRecord(Buffer.from(kept!.record), 0)).toMatchObject({
        kind: "record",
        record: { seq: 2 },
      });
      expect((await consistencyFindings(setup.db)).map(({ check }) => check)).toEqual([
        "calls in the log = calls by hour",
        "credits in the log = credits by hour",
        "bytes in the log = bytes by hour",
        "kinds in the log = kinds by hour",
      ]);
      folder.close();
      await setup.end();
    });

    test("a folder continues from an applied seq that another process wrote", async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", 100);
      const directory = await leftBehind(setup, timing);
      const [one, other] = [1, 2].map(() => new JournalApplier(setup.db, directory, { timing }));
      expect(await one!.apply(1)).toMatchObject({ appliedSeq: 1 });
      expect(await other!.apply(2)).toMatchObject({ appliedSeq: 2 });
      expect(await one!.apply(3)).toMatchObject({ appliedSeq: 3 });
      expect(await other!.apply(3)).toMatchObject({ appliedSeq: 3 });
      await expect(
        apply(
          setup.db,
          { journalId: "unknown", records: [{ seq: 1, call: callOf("s", 1) }], now: start },
          writeUsage,
        ),
      ).resolves.toBeUndefined();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 3, rows: 3, held: 7 });
      one!.close();
      other!.close();
      await setup.end();
    });
  });
