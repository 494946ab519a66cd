import { expect, test } from "bun:test";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JournalUnavailable } from "../../src/metering/journal/journal.ts";
import type { Syncer } from "../../src/metering/journal/sync.ts";
import { thrown } from "../database/case.ts";
import { until } from "../until.ts";
import { type FaultyFiles, faultyFiles, openTestJournal } from "./test-journal.ts";
import { callOf } from "./test-nodes.ts";

const everything = Number.POSITIVE_INFINITY;
const seqs = (records: readonly { seq: number }[]) => records.map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const segments = (path: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith(".seg"))
    .sort();
const hasRoom = ({ journal }: ReturnType<typeof openTestJournal>) =>
  until(() => journal.hasRoom, "the journal has room again");

test("calls of one tick are written together and read in order", async () => {
  let writes = 0;
  const setup = openTestJournal({ written: () => void writes++ });
  const calls = Array.from({ length: 300 }, (_, index) => callOf(`s${index % 7}`, 1));
  await Promise.all(calls.map((call) => setup.journal.append(call)));
  expect([writes, setup.journal.appliable]).toEqual([1, 300]);
  const reading = setup.reader().read(everything, 1000);
  expect(reading.end).toEqual({ kind: "end" });
  expect(reading.records.map(({ call }) => call)).toEqual(calls);
  expect(seqs(reading.records)).toEqual(upTo(300));
  await setup.end();
});

test("segments continue each other, and a reader finds any call", async () => {
  const setup = openTestJournal({ segmentBytes: 1000 });
  for (let round = 0; round < 40; round++) await setup.journal.append(callOf("s", 1));
  expect(segments(setup.path).length).toBeGreaterThan(5);
  const reader = setup.reader();
  for (const from of [1, 40, 17, 3, 41]) {
    reader.seek(from);
    expect(seqs(reader.read(everything, 100).records)).toEqual(upTo(40).slice(from - 1));
  }
  reader.seek(1);
  expect(seqs(reader.read(10, 100).records)).toEqual(upTo(10));
  expect(seqs(reader.read(everything, 5).records)).toEqual([11, 12, 13, 14, 15]);
  expect(reader.filesUpTo(40).length).toBe(segments(setup.path).length - 1);
  await setup.end();
});

test("the size of unapplied calls is limited", async () => {
  const setup = openTestJournal({ unappliedMax: 1000 });
  await Promise.all(upTo(3).map(() => setup.journal.append(callOf("s", 1))));
  expect(setup.journal.hasRoom).toBe(true);
  await Promise.all(upTo(3).map(() => setup.journal.append(callOf("s", 1))));
  expect(setup.journal.hasRoom).toBe(false);
  setup.journal.applied(3);
  expect(setup.journal.hasRoom).toBe(true);
  await setup.end();
});

test("files without a process are closed", async () => {
  const open = new Set<number>();
  const files = faultyFiles();
  const { create, close } = files;
  files.create = (path) => {
    const file = create(path);
    open.add(file);
    return file;
  };
  files.close = (file) => {
    open.delete(file);
    close(file);
  };
  for (const sync of ["never", "always"] as const) {
    const setup = openTestJournal({ files, sync, segmentBytes: 500 });
    for (let count = 0; count < 20; count++) await setup.journal.append(callOf("s", 1));
    expect(open.size).toBeLessThan(4);
    await setup.end();
    expect(open.size).toBe(0);
  }
});

test("short writes are continued", async () => {
  const files = faultyFiles();
  files.piece = 37;
  const setup = openTestJournal({ files });
  await Promise.all(upTo(20).map(() => setup.journal.append(callOf("s", 1))));
  expect(seqs(setup.reader().read(everything, 100).records)).toEqual(upTo(20));
  await setup.end();
});

/** Writes 700 bytes of a batch, three records and part of a fourth, then fails once or always. */
function fillUp(files: FaultyFiles, once: boolean): void {
  files.room = once ? undefined : 700;
  const { write } = files;
  if (!once) return;
  files.write = (file, bytes, from, count, position) => {
    if (count < 800) return write(file, bytes, from, count, position);
    files.write = write;
    write(file, bytes, from, 700, position);
    throw new Error("input/output error");
  };
}

const refusals = {
  "cut back": { truncates: true, creates: true, once: false },
  "left for a segment that cannot be made yet": { truncates: false, creates: false, once: false },
  "left for another segment": { truncates: false, creates: true, once: true },
  overwritten: { truncates: false, creates: false, once: true },
};

for (const [how, { truncates, creates, once }] of Object.entries(refusals))
  test(`a partly written batch is ${how}, and its calls are refused`, async () => {
    const files = faultyFiles();
    const setup = openTestJournal({ files });
    await setup.journal.append(callOf("s", 1));
    Object.assign(files, { truncates, creates });
    fillUp(files, once);
    const reported: string[] = [];
    const entry = {
      abandoned: () => void reported.push("abandoned"),
      written: () => void reported.push("written"),
      failed: () => void reported.push("failed"),
    };
    const refused = await Promise.all(upTo(5).map(() => thrown(setup.journal.append(callOf("s", 1), entry))));
    expect(refused.every((error) => error instanceof JournalUnavailable)).toBe(true);
    expect(reported).toEqual(upTo(5).map(() => "failed"));
    expect(setup.journal.hasRoom).toBe(false);
    Object.assign(files, { truncates: true, creates: true, room: undefined });
    await hasRoom(setup);
    expect([setup.faults.length, setup.faults.at(-1)]).toEqual([2, undefined]);
    await Promise.all(upTo(3).map(() => setup.journal.append(callOf("s", 1))));
    const reading = setup.reader().read(everything, 100);
    expect([seqs(reading.records), reading.end.kind]).toEqual([[1, 2, 3, 4], "end"]);
    await setup.end();
  });

function faultySyncer(): Syncer & { fails: number; synced: number } {
  const syncer = {
    fails: 0,
    synced: 0,
    async sync() {
      // A disk takes time, too.
      await Bun.sleep(1);
      if (syncer.fails > 0) {
        syncer.fails -= 1;
        throw new Error("input/output error");
      }
      syncer.synced += 1;
    },
    close() {},
  };
  return syncer;
}

test("calls that the disk failed to sync are written again", async () => {
  const syncer = faultySyncer();
  const setup = openTestJournal({ sync: "interval", syncer });
  await setup.journal.append(callOf("s", 1));
  await until(() => syncer.synced > 0, "the journal is synced");
  syncer.fails = 1;
  await Promise.all(upTo(4).map(() => setup.journal.append(callOf("s", 1))));
  await until(() => !setup.journal.hasRoom, "the sync fails");
  // Calls under way end, but no new ones are admitted.
  await setup.journal.append(callOf("s", 1));
  await hasRoom(setup);
  await setup.journal.append(callOf("s", 1));
  // The bytes of the first file after the second call do not matter.
  const first = join(setup.path, segments(setup.path)[0]!);
  const kept = setup.reader().read(1, 1).bytes + 40;
  const bytes = readFileSync(first);
  writeFileSync(first, Buffer.concat([bytes.subarray(0, kept), Buffer.alloc(bytes.length - kept, 0xa5)]));
  const reading = setup.reader().read(everything, 100);
  expect([seqs(reading.records), reading.end.kind]).toEqual([upTo(7), "end"]);
  expect(setup.faults).toEqual(["a sync failed: input/output error", undefined]);
  await setup.end();
});

test("with `always` a call waits for the sync or is refused", async () => {
  const syncer = faultySyncer();
  const setup = openTestJournal({ sync: "always", syncer });
  await setup.journal.append(callOf("s", 1));
  expect([syncer.synced, setup.journal.appliable]).toEqual([1, 1]);
  syncer.fails = 2;
  const refused = await Promise.all(upTo(3).map(() => thrown(setup.journal.append(callOf("s", 1)))));
  expect(refused.map(({ name }) => name)).toEqual(upTo(3).map(() => "JournalUnavailable"));
  expect(setup.journal.appliable).toBe(1);
  await hasRoom(setup);
  await setup.journal.append(callOf("s", 1));
  const reading = setup.reader().read(everything, 100);
  expect([seqs(reading.records), reading.end.kind]).toEqual([[1, 2], "end"]);
  await setup.end();
});

test("with `always` a failed sync without a new file refuses calls", async () => {
  const syncer = faultySyncer();
  const files = faultyFiles();
  const setup = openTestJournal({ sync: "always", syncer, files });
  await setup.journal.append(callOf("s", 1));
  Object.assign(files, { creates: false });
  syncer.fails = 1;
  const refused = await thrown(setup.journal.append(callOf("s", 1)));
  expect(refused.name).toBe("JournalUnavailable");
  Object.assign(files, { creates: true });
  await hasRoom(setup);
  await setup.journal.append(callOf("s", 1));
  const reading = setup.reader().read(everything, 100);
  expect([seqs(reading.records), reading.end.kind]).toEqual([[1, 2], "end"]);
  await setup.end();
});

test("a tail torn at any byte is distinguished from damage", async () => {
  const setup = openTestJournal();
  await Promise.all(upTo(3).map(() => setup.journal.append(callOf("s", 1))));
  await setup.journal.close();
  const file = join(setup.path, segments(setup.path)[0]!);
  const whole = readFileSync(file);
  const third = 40 + setup.reader().read(2, 10).bytes;
  for (let length = third; length < whole.length; length++) {
    truncateSync(file, length);
    const { records, end } = setup.reader().read(everything, 10);
    expect(seqs(records)).toEqual([1, 2]);
    expect(end).toEqual(length === third ? { kind: "end" } : { kind: "torn", file, offset: third });
    writeFileSync(file, whole);
  }
  const damaged = Buffer.from(whole);
  damaged[40 + 9]! ^= 1;
  writeFileSync(file, damaged);
  expect(setup.reader().read(everything, 10)).toEqual({
    records: [],
    bytes: 0,
    end: { kind: "damaged", file, offset: 40 },
  });
  await setup.end();
});
