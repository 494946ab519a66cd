import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemTiming } from "../../src/base/timing.ts";
import { sql } from "../../src/database/sql.ts";
import { repairJournal } from "../../src/metering/apply/repair.ts";
import {
  createJournalDirectory,
  takeJournalDirectory,
} from "../../src/metering/journal/journal-directory.ts";
import { journalFaults } from "../../src/metering/journal/journal-files.ts";
import { decodeRecord } from "../../src/metering/journal/record.ts";
import { openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { kinds } from "../database/databases.ts";
import { consistencyFindings } from "./consistency-findings.ts";
import { writeSegment } from "./test-journal.ts";
import { callOnce, grant, openTestNodes, start, type TestNodes, totalsOf } from "./test-nodes.ts";

/** A node that made this many calls of one credit and ended before any was applied. */
async function unapplied(setup: TestNodes, calls: number): Promise<{ id: string; path: string }> {
  await grant(setup.db, "s", 1000);
  const store = await setup.store();
  const node = await setup.node({
    store: {
      ...store,
      apply: async () => ({ appliedSeq: 0, end: { kind: "limit" } }),
      close: async () => false,
      // A recovery in progress would lock the journal that the test takes next.
      recover: async () => ({ left: 0, damaged: [] }),
    },
    segmentBytes: 2000,
  });
  const id = node.journalId!;
  for (let call = 0; call < calls; call++) await callOnce(node, "s");
  await node.close();
  return { id, path: join(setup.folder, id) };
}

/**
 * Flips a bit in a call's record in the journal's first segment; returns the file and the record's offset.
 */
function damage(path: string, seq: number): { file: string; offset: number } {
  const file = join(path, "00000001.seg");
  const bytes = readFileSync(file);
  for (let offset = 40; ; ) {
    const found = decodeRecord(bytes, offset);
    if (found.kind !== "record") throw new Error(`no call ${seq} in ${file}`);
    if (found.record.seq < seq) {
      offset = found.end;
      continue;
    }
    bytes[offset + 20]! ^= 4;
    writeFileSync(file, bytes);
    return { file, offset };
  }
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`journals that need a person, on ${kind.dialect}`, () => {
    test("the doctor finds damage; repair applies the rest and lists the gap", async () => {
      const setup = await openTestNodes(kind);
      const { id, path } = await unapplied(setup, 30);
      damage(path, 4);
      const { file, offset } = damage(path, 3);
      const store = await setup.store();
      const fault = {
        journalId: id,
        kind: "damaged",
        fault: `${file} holds bytes at ${offset} that are no record; calls behind them are not charged`,
        next: `vingate journals repair ${id.slice(0, 8)}`,
      };
      expect(await journalFaults(setup.db, setup.folder)).toEqual([fault] as never);
      expect(await store.recover()).toEqual({ left: 0, damaged: [{ journalId: id, file, offset }] });
      const directory = takeJournalDirectory(setup.folder, id)!;
      expect(await repairJournal(setup.db, directory, systemTiming)).toEqual({
        appliedSeq: 30,
        gaps: [{ first: 3, last: 4 }],
        unreadable: undefined,
        closed: true,
      });
      directory.lock.release();
      expect(await journalFaults(setup.db, setup.folder)).toEqual([]);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 28, remaining: 972, held: 0, rows: 28 });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      expect(await store.recover()).toEqual({ left: 0, damaged: [] });
      await setup.end();
    }, 180_000);

    test("a missing segment is a gap too", async () => {
      const setup = await openTestNodes(kind);
      const { id, path } = await unapplied(setup, 40);
      const bytes = readFileSync(join(path, "00000002.seg"));
      const first = decodeRecord(bytes, 40);
      const after = decodeRecord(readFileSync(join(path, "00000003.seg")), 40);
      if (first.kind !== "record" || after.kind !== "record") throw new Error("no records");
      rmSync(join(path, "00000002.seg"));
      const gap = { first: first.record.seq, last: after.record.seq - 1 };
      const directory = takeJournalDirectory(setup.folder, id)!;
      expect(await repairJournal(setup.db, directory, systemTiming)).toMatchObject({
        appliedSeq: 40,
        gaps: [gap],
      });
      directory.lock.release();
      const lost = gap.last - gap.first + 1;
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 40 - lost, rows: 40 - lost, held: 0 });
      await setup.end();
    }, 180_000);

    test("void calls neither count nor end a gap", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 1000);
      const directory = createJournalDirectory(setup.folder);
      const { id: journalId, place } = directory;
      await openJournal(setup.db, { journalId, node: "n", place, at: start, appliedSeq: 0 });
      writeSegment(directory, { number: 1, firstSeq: 1 }, [1, "damage", 7, 8]);
      writeSegment(directory, { number: 2, firstSeq: 3 }, [3, 4, 5, 6]);
      expect(await repairJournal(setup.db, directory, systemTiming)).toEqual({
        appliedSeq: 6,
        gaps: [{ first: 2, last: 2 }],
        unreadable: undefined,
        closed: true,
      });
      directory.lock.release();
      expect(await setup.db.all(sql`select seq, url from request_log order by seq`)).toEqual([
        { seq: 1, url: "/segment/1" },
        ...[3, 4, 5, 6].map((seq) => ({ seq, url: "/segment/2" })),
      ]);
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 5, remaining: 995, held: 0, rows: 5 });
      expect(await setup.db.all(sql`select seq, reason from usage_rejected`)).toEqual([
        { seq: 2, reason: "the journal is damaged: the record cannot be read" },
      ]);
      await setup.end();
    });

    test("a journal stays open while calls of its end cannot be read", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 1000);
      const directory = createJournalDirectory(setup.folder);
      const { id: journalId, path, place } = directory;
      await openJournal(setup.db, { journalId, node: "n", place, at: start, appliedSeq: 0 });
      writeSegment(directory, { number: 1, firstSeq: 1 }, [1, "damage", 3]);
      writeSegment(directory, { number: 2, firstSeq: 3 }, []);
      const file = join(path, "00000001.seg");
      const second = decodeRecord(readFileSync(file), 40);
      expect(await repairJournal(setup.db, directory, systemTiming)).toEqual({
        appliedSeq: 1,
        gaps: [],
        unreadable: { file, offset: second.kind === "record" ? second.end : 0 },
        closed: false,
      });
      directory.lock.release();
      expect(await setup.db.all(sql`select state, applied_seq from journal`)).toEqual([
        { state: "open", applied_seq: 1 },
      ]);
      await setup.end();
    });

    test("finds unapplied calls and a missing row", async () => {
      const setup = await openTestNodes(kind);
      const { id, path } = await unapplied(setup, 5);
      expect(await journalFaults(setup.db, setup.folder)).toEqual([
        {
          journalId: id,
          kind: "unapplied",
          fault: "5 calls behind number 0 are not entered, and no process holds it",
          next: `start the service beside this folder, or vingate journals repair ${id.slice(0, 8)}`,
        },
      ]);
      const store = await setup.store();
      await store.recover();
      expect(await journalFaults(setup.db, setup.folder)).toEqual([]);
      await setup.db.run(sql`delete from journal`);
      expect(await journalFaults(setup.db, setup.folder)).toMatchObject([
        { kind: "unknown", fault: `the database has no row of it, and ${path} holds 5 calls` },
      ]);
      expect(await consistencyFindings(setup.db)).toMatchObject([
        { check: "calls of a journal = its applied seq", subject: id, expected: 0, found: 5 },
      ]);
      // Calls in the log are not charged again.
      await (await setup.store()).recover();
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 5, rows: 5, remaining: 995 });
      expect(await consistencyFindings(setup.db)).toEqual([]);
      await setup.end();
    }, 180_000);

    test("a live journal is not reported", async () => {
      const setup = await openTestNodes(kind);
      await grant(setup.db, "s", 10);
      const node = await setup.node();
      await callOnce(node, "s");
      createJournalDirectory(setup.folder).lock.release();
      expect((await journalFaults(setup.db, setup.folder)).map(({ kind: found }) => found)).toEqual([
        "unknown",
      ]);
      await setup.end();
    }, 180_000);
  });
