import { expect, test } from "bun:test";
import { createLog } from "../../src/base/log.ts";
import { systemTiming } from "../../src/base/timing.ts";
import { Recovery } from "../../src/metering/apply/recovery.ts";
import { Journal, JournalUnavailable } from "../../src/metering/journal/journal.ts";
import { createJournalDirectory } from "../../src/metering/journal/journal-directory.ts";
import { decodeRecord } from "../../src/metering/journal/record.ts";
import { syncHere } from "../../src/metering/journal/sync.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { findJournal, openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { kinds } from "../database/databases.ts";
import { until } from "../until.ts";
import { faultyFiles, openTestJournal } from "./test-journal.ts";
import { callOf, callOnce, grant, openTestNodes, start, totalsOf } from "./test-nodes.ts";

test("recovery skips applied megabytes up to the last call", async () => {
  const setup = await openTestNodes(kinds[0]!);
  const [calls, unapplied] = [30_000, 10];
  await grant(setup.db, "s", 100);
  const directory = createJournalDirectory(setup.folder);
  const { id: journalId, place } = directory;
  await openJournal(setup.db, { journalId, node: "n", place, at: start, appliedSeq: calls - unapplied });
  const journal = new Journal(directory, {
    sync: "never",
    syncer: syncHere,
    timing: systemTiming,
    unappliedMax: 2 ** 30,
    written: () => undefined,
    fault: () => undefined,
  });
  const url = `/vin-decoder/1HGCM82633A004352?note=${"x".repeat(120)}`;
  for (let from = 0; from < calls; from += 1000)
    await Promise.all(Array.from({ length: 1000 }, () => journal.append(callOf("s", 1, { url }))));
  await journal.close();
  journal.release(false);
  const log = createLog(systemTiming.wall, (line) => void setup.logged.push(line));
  const recovery = new Recovery(setup.db, setup.folder, { timing: systemTiming, log });
  expect(await recovery.pass()).toEqual({ left: 0, damaged: [] });
  expect(await findJournal(setup.db, journalId)).toMatchObject({ state: "closed", applied_seq: calls });
  expect(await totalsOf(setup.db, "s")).toMatchObject({ used: unapplied, rows: unapplied });
  await setup.end();
}, 180_000);

test("a segment can be removed only with its last call applied", async () => {
  const setup = openTestJournal({ segmentBytes: 1000 });
  for (let calls = 0; calls < 20; calls++) await setup.journal.append(callOf("s", 1));
  const reader = setup.reader();
  const [first] = reader.filesUpTo(20);
  let last = 1;
  while (reader.filesUpTo(last).length === 0) last += 1;
  expect(reader.filesUpTo(last)).toEqual([first!]);
  // The next segment's header names its first call.
  const other = setup.reader();
  const held = other.read(Number.POSITIVE_INFINITY, 100).records.length;
  expect(held).toBe(20);
  expect(last).toBe(await callsIn(first!));
  await setup.end();
});

async function callsIn(file: string): Promise<number> {
  const bytes = Buffer.from(await Bun.file(file).arrayBuffer());
  let calls = 0;
  for (let offset = 40; offset < bytes.length; calls++) {
    const found = decodeRecord(bytes, offset);
    if (found.kind !== "record") throw new Error("not a whole record");
    offset = found.end;
  }
  return calls;
}

test("a record that the disk refuses releases its credits", async () => {
  const setup = await openTestNodes(kinds[0]!);
  await grant(setup.db, "s", 10);
  const files = faultyFiles();
  const node = await setup.node({ files });
  await callOnce(node, "s");
  const admitted = await node.admit("s", 4);
  if (!(admitted instanceof CreditReservation)) throw new Error("not admitted");
  files.room = 0;
  await expect(admitted.settle(callOf("s", 4))).rejects.toBeInstanceOf(JournalUnavailable);
  expect(node.remaining("s")).toBe(9);
  files.room = undefined;
  await until(() => node.journalFault === undefined, "the journal has room again");
  const all = await node.admit("s", 9);
  expect(all).toBeInstanceOf(CreditReservation);
  await (all as CreditReservation).settle(callOf("s", 9));
  await node.close();
  expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 10, remaining: 0, held: 0, rows: 2 });
  await setup.end();
}, 180_000);
