import { truncateSync } from "node:fs";
import type { Timing } from "../../base/timing.ts";
import type { Database, Queries } from "../../database/database.ts";
import { rows, sql } from "../../database/sql.ts";
import { closeJournal } from "../credits/close-journal.ts";
import type { JournalDirectory } from "../journal/journal-directory.ts";
import { JournalReader } from "../journal/journal-reader.ts";
import { type Applied, JournalApplier } from "./journal-applier.ts";
import { enterJournal } from "./recovery.ts";

/** Calls that can no longer be read, by their first and last seq. */
export interface Gap {
  readonly first: number;
  readonly last: number;
}

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

const gapRowsMax = 1000;

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
    const next = end.kind === "damaged" ? numberBehind(directory, appliedSeq) : undefined;
    if (next === undefined || next <= appliedSeq + 1) {
      if (end.kind === "torn") truncateSync(end.file, end.offset);
      const unreadable = end.kind === "damaged" ? { file: end.file, offset: end.offset } : undefined;
      const closed = !unreadable && (await closeJournal(db, id, appliedSeq, timing.wall()));
      return { appliedSeq, gaps, unreadable, closed };
    }
    const gap = { first: appliedSeq + 1, last: next - 1 };
    await db.transaction((tx) => enterGap(tx, id, gap, timing.wall()), { repeatable: true });
    gaps.push(gap);
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

/** The first readable call after the damage that follows `appliedSeq`. */
function numberBehind({ path, id }: JournalDirectory, appliedSeq: number): number | undefined {
  const reader = new JournalReader(path, id);
  try {
    reader.seek(appliedSeq + 1);
    while (reader.read(Number.POSITIVE_INFINITY, 1).end.kind === "limit");
    return reader.skipDamage();
  } finally {
    reader.close();
  }
}

/** Moves the applied seq past calls that cannot be read; does nothing if it has changed. */
async function enterGap(tx: Queries, journalId: string, { first, last }: Gap, at: number): Promise<void> {
  const moved = await tx.get(sql`
    update journal set commit_count = commit_count + 1, applied_seq = ${last}
    where journal_id = ${journalId} and applied_seq = ${first - 1} returning commit_count`);
  if (!moved) return;
  for (let from = first; from <= last; from += gapRowsMax) {
    const count = Math.min(gapRowsMax, last - from + 1);
    const lost = Array.from({ length: count }, (_, index) => {
      return [
        journalId,
        from + index,
        at,
        "the journal is damaged: the record cannot be read",
        new Uint8Array(),
      ];
    });
    await tx.run(sql`
      insert into usage_rejected (journal_id, seq, at, reason, record) values ${rows(lost)}
      on conflict (journal_id, seq) do nothing`);
  }
}
