import { truncateSync } from "node:fs";
import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { closeJournal } from "../credits/close-journal.ts";
import type { JournalDirectory } from "../journal/journal-directory.ts";
import { enterJournal, type Gap, passGap } from "./gaps.ts";
import { type Applied, JournalApplier } from "./journal-applier.ts";

/** The result of repairing a journal. */
export interface Repaired {
  /** The last applied seq. */
  readonly appliedSeq: number;
  readonly gaps: readonly Gap[];
  /** Whether unreadable bytes remain with no readable call after them. */
  readonly unreadable: { readonly file: string; readonly offset: number } | undefined;
  /** Whether its leases were released. */
  readonly closed: boolean;
}

/**
 * Applies the calls of an ended process's journal, including those after damage. Calls in a gap are not
 * charged, since only their numbers are known; `usage_rejected` keeps the numbers.
 */
export async function repairJournal(
  db: Database,
  directory: JournalDirectory,
  timing: Timing,
  elsewhere = false,
): Promise<Repaired> {
  const { id } = directory;
  await enterJournal(db, directory, timing.wall());
  const gaps: Gap[] = [];
  for (;;) {
    const { appliedSeq, end } = await applyAll(db, directory, timing, elsewhere);
    const isGap = end.kind === "damaged" || end.kind === "unsynced";
    const gap = isGap && (await passGap(db, directory, { appliedSeq, reason: end.kind, at: timing.wall() }));
    if (gap) {
      gaps.push(gap);
      continue;
    }
    if (end.kind === "torn") truncateSync(end.file, end.offset);
    const unreadable = end.kind === "damaged" ? { file: end.file, offset: end.offset } : undefined;
    const isWhole = unreadable === undefined && end.kind !== "later";
    const closed = isWhole && (await closeJournal(db, id, appliedSeq, timing.wall()));
    return { appliedSeq, gaps, unreadable, closed };
  }
}

async function applyAll(
  db: Database,
  directory: JournalDirectory,
  timing: Timing,
  elsewhere: boolean,
): Promise<Applied> {
  const applier = new JournalApplier(db, directory, { timing, elsewhere });
  try {
    return await applier.apply(Number.POSITIVE_INFINITY);
  } finally {
    applier.close();
  }
}
