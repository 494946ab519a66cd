import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createJournalDirectory } from "../../src/metering/journal/journal-directory.ts";
import { JournalReader } from "../../src/metering/journal/journal-reader.ts";
import { UnappliedBytes } from "../../src/metering/journal/unapplied-bytes.ts";
import { writeSegment } from "./test-journal.ts";

const everything = Number.POSITIVE_INFINITY;

test("a segment voids the calls of all earlier ones", async () => {
  const { id, path, lock } = createJournalDirectory(mkdtempSync(join(tmpdir(), "vingate-segments-")));
  const journal = { id, path };
  writeSegment(journal, { number: 1, firstSeq: 1 }, [1, 2, 3, 4, 5, 6]);
  writeSegment(journal, { number: 2, firstSeq: 5 }, [5, 6, 7, 8]);
  writeSegment(journal, { number: 3, firstSeq: 3 }, [3, 4, 5]);
  const reader = new JournalReader(path, id);
  const { records, end } = reader.read(everything, 100);
  expect(records.map(({ seq, call }) => [seq, call.url])).toEqual([
    [1, "/segment/1"],
    [2, "/segment/1"],
    [3, "/segment/3"],
    [4, "/segment/3"],
    [5, "/segment/3"],
  ]);
  expect(end).toEqual({ kind: "end" });
  // The second segment is empty: it is removed with the first.
  expect([1, 2].map((seq) => reader.filesUpTo(seq).length)).toEqual([0, 2]);
  reader.close();
  lock.release();
  rmSync(dirname(path), { recursive: true });
});

test("a segment with a damaged header is read, one of another journal is not", () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-segments-"));
  const journal = { id: "0".repeat(31).concat("1"), path: folder };
  const read = () => {
    const reader = new JournalReader(journal.path, journal.id);
    const { records } = reader.read(everything, 100);
    reader.close();
    return records.map(({ call }) => call.url);
  };
  const [first, second] = ["/segment/1", "/segment/2"];
  writeSegment(journal, { number: 1, firstSeq: 1 }, [1, 2, 3]);
  writeSegment(journal, { number: 2, firstSeq: 2 }, [2]);
  expect(read()).toEqual([first, second]);
  const file = join(folder, "00000002.seg");
  const bytes = readFileSync(file);
  for (const at of [0, 9, 25, 30, 39]) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    writeFileSync(file, damaged);
    expect([at, read()]).toEqual([at, [first, second]]);
  }
  // The process ended before its first record.
  writeFileSync(file, bytes.subarray(0, 39));
  expect(read()).toEqual([first, first, first]);
  writeSegment({ ...journal, id: "f".repeat(32) }, { number: 2, firstSeq: 2 }, [2]);
  expect(read()).toEqual([first, first, first]);
  rmSync(folder, { recursive: true });
});

test("unapplied bytes are counted until their last call is applied", () => {
  const bytes = new UnappliedBytes(4096 * 100);
  bytes.written(2, 60);
  bytes.written(3, 60);
  bytes.written(9, 100);
  const totals = [1, 2, 3, 8, 9].map((seq) => {
    bytes.applied(seq);
    return bytes.total;
  });
  expect(totals).toEqual([220, 160, 100, 100, 0]);
});
