import { existsSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "../../base/program/file-lock.ts";
import type { Database } from "../../database/database.ts";
import { findJournals, type JournalRow } from "../sharing/journal-rows.ts";
import { journalIds } from "./journal-directory.ts";
import { JournalReader, type ReadEnd } from "./journal-reader.ts";

/** What is wrong with a journal, in words, and what to do. */
export interface JournalFault {
  readonly journalId: string;
  readonly kind: "damaged" | "unapplied" | "unknown" | "later";
  readonly fault: string;
  readonly next: string;
}

/**
 * Compares the journals of a folder with their rows in the database. Reads only. A journal in use is being
 * applied, and at fault only if it is damaged.
 */
export async function journalFaults(db: Database, folder: string): Promise<readonly JournalFault[]> {
  const ids = journalIds(folder).filter((id) => existsSync(join(folder, id, "journal")));
  const rows = await findJournals(db, ids);
  return ids.flatMap((id) => faultOf(id, join(folder, id), rows.get(id)) ?? []);
}

function faultOf(journalId: string, path: string, row: JournalRow | undefined): JournalFault | undefined {
  const { unapplied, end } = readBehind(path, journalId, row?.applied_seq ?? 0);
  const short = journalId.slice(0, 8);
  if (end.kind === "damaged")
    return {
      journalId,
      kind: "damaged",
      fault: `${end.file} holds bytes at ${end.offset} that are no record; calls behind them are not charged`,
      next: `vingate journals repair ${short}`,
    };
  if (isLive(path)) return undefined;
  if (end.kind === "later")
    return {
      journalId,
      kind: "later",
      fault: `a later release wrote ${path}, and this one cannot read it`,
      next: "run the later release: it enters the calls that the database lacks",
    };
  if (end.kind === "unsynced")
    return {
      journalId,
      kind: "unapplied",
      fault: `the disk did not have all of ${end.file} from ${end.offset} on when the power failed`,
      next: `start the service beside this folder, or vingate journals repair ${short}: it enters the calls that can be read`,
    };
  if (!row)
    return {
      journalId,
      kind: "unknown",
      fault: `the database has no row of it, and ${path} holds ${unapplied} calls`,
      next: "start the service beside this folder: it enters the calls that the request log lacks",
    };
  if (unapplied === 0) return undefined;
  return {
    journalId,
    kind: "unapplied",
    fault: `${unapplied} calls behind number ${row.applied_seq} are not entered, and no process holds it`,
    next: `start the service beside this folder, or vingate journals repair ${short}`,
  };
}

/** Counts the calls of a journal's files after `appliedSeq`, up to their end or to damage. */
export function readBehind(
  path: string,
  journalId: string,
  appliedSeq: number,
): { unapplied: number; end: ReadEnd } {
  const reader = new JournalReader(path, journalId);
  try {
    reader.seek(appliedSeq + 1);
    for (;;) {
      const { end } = reader.read(Number.POSITIVE_INFINITY, 8192);
      if (end.kind !== "limit") return { unapplied: reader.next - 1 - appliedSeq, end };
    }
  } finally {
    reader.close();
  }
}

function isLive(path: string): boolean {
  const lock = lockFile(join(path, "lock"));
  lock?.release();
  return lock === undefined;
}
