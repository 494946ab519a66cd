import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemTiming } from "../../src/base/timing.ts";
import { Journal, type JournalOptions } from "../../src/metering/journal/journal.ts";
import { createJournalDirectory } from "../../src/metering/journal/journal-directory.ts";
import { JournalReader } from "../../src/metering/journal/journal-reader.ts";
import { encodeRecord, recordBytesMax } from "../../src/metering/journal/record.ts";
import { encodeHeader, segmentName } from "../../src/metering/journal/segment.ts";
import { type SegmentFiles, segmentFiles } from "../../src/metering/journal/segment-writer.ts";
import { syncHere } from "../../src/metering/journal/sync.ts";
import { callOf } from "./test-nodes.ts";

/** A journal in its own folder. */
export interface TestJournal {
  readonly journal: Journal;
  readonly path: string;
  readonly faults: (string | undefined)[];
  reader(): JournalReader;
  end(): Promise<void>;
}

export function openTestJournal(more: Partial<JournalOptions> = {}): TestJournal {
  const folder = mkdtempSync(join(tmpdir(), "vingate-journal-"));
  const directory = createJournalDirectory(folder, more.sync);
  const faults: (string | undefined)[] = [];
  const journal = new Journal(directory, {
    sync: "never",
    syncer: syncHere,
    timing: systemTiming,
    unappliedMax: 2 ** 30,
    written: () => undefined,
    fault: (reason) => void faults.push(reason),
    ...more,
  });
  const readers: JournalReader[] = [];
  return {
    journal,
    path: directory.path,
    faults,
    reader() {
      const reader = new JournalReader(directory.path, directory.id);
      readers.push(reader);
      return reader;
    },
    async end() {
      for (const reader of readers) reader.close();
      await journal.close();
      journal.release(false);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a segment's file: calls by their seq, whose URL names the segment, and bytes that are no record. */
export function writeSegment(
  { id, path }: { readonly id: string; readonly path: string },
  { number, firstSeq }: { readonly number: number; readonly firstSeq: number },
  parts: readonly (number | "damage")[],
): void {
  const record = Buffer.alloc(recordBytesMax);
  const pieces = parts.map((part) =>
    part === "damage"
      ? Buffer.alloc(300, 0xa5)
      : Buffer.from(
          record.subarray(0, encodeRecord(record, 0, part, callOf("s", 1, { url: `/segment/${number}` }))),
        ),
  );
  const header = encodeHeader({ journalId: id, number, firstSeq });
  writeFileSync(join(path, segmentName(number)), Buffer.concat([header, ...pieces]));
}

/** Files that can fail; each failure happens once, except permanent ones. */
export interface FaultyFiles extends SegmentFiles {
  /** Bytes of free space; undefined for no limit. */
  room: number | undefined;
  truncates: boolean;
  creates: boolean;
  /** Maximum bytes per write. */
  piece: number;
}

export function faultyFiles(): FaultyFiles {
  const full = () => Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const files: FaultyFiles = {
    ...segmentFiles,
    room: undefined,
    truncates: true,
    creates: true,
    piece: Number.POSITIVE_INFINITY,
    create(path) {
      if (!files.creates) throw full();
      return segmentFiles.create(path);
    },
    write(file, bytes, from, count, position) {
      if (files.room === 0) throw full();
      const taken = Math.min(count, files.piece, files.room ?? count);
      const written = segmentFiles.write(file, bytes, from, taken, position);
      if (files.room !== undefined) files.room -= written;
      return written;
    },
    truncate(file, length) {
      if (!files.truncates) throw full();
      segmentFiles.truncate(file, length);
    },
  };
  return files;
}
