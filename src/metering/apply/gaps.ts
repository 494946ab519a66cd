import type { Database, Queries } from "../../database/database.ts";
import { rows, sql } from "../../database/sql.ts";
import type { JournalDirectory } from "../journal/journal-directory.ts";
import { JournalReader } from "../journal/journal-reader.ts";
import { findJournal, lastLoggedSeq, openJournal } from "../sharing/journal-rows.ts";

/** Calls that can no longer be read, by their first and last seq. */
export interface Gap {
  readonly first: number;
  readonly last: number;
}

/** Why the calls of a gap cannot be read: the disk damaged them, or did not have them yet when the power failed. */
export type GapReason = keyof typeof reasons;

const reasons = {
  damaged: "the journal is damaged: the record cannot be read",
  unsynced: "the disk did not have the record when the power failed",
} as const;

const gapRowsMax = 1000;

/** Adds a row for a journal that the database lacks, after the calls that the request log already has. */
export async function enterJournal(db: Database, { id, place }: JournalDirectory, at: number): Promise<void> {
  if (await findJournal(db, id)) return;
  const appliedSeq = await lastLoggedSeq(db, id);
  await openJournal(db, { journalId: id, node: "recovered", place, at, appliedSeq });
}

/**
 * Moves the applied seq past the calls after it that cannot be read, up to the next readable one. They are not charged,
 * since only their numbers are known, which `usage_rejected` keeps. Undefined if no call is known to follow them.
 */
export async function passGap(
  db: Database,
  directory: JournalDirectory,
  {
    appliedSeq,
    reason,
    at,
  }: { readonly appliedSeq: number; readonly reason: GapReason; readonly at: number },
): Promise<Gap | undefined> {
  const next = numberBehind(directory, appliedSeq, reason);
  if (next === undefined || next <= appliedSeq + 1) return undefined;
  const gap = { first: appliedSeq + 1, last: next - 1 };
  await db.transaction((tx) => enterGap(tx, directory.id, gap, { reason, at }), { repeatable: true });
  return gap;
}

/** The first readable call after the damage that follows `appliedSeq`. */
function numberBehind(
  { path, id }: JournalDirectory,
  appliedSeq: number,
  reason: GapReason,
): number | undefined {
  const reader = new JournalReader(path, id);
  try {
    reader.seek(appliedSeq + 1);
    while (reader.read(Number.POSITIVE_INFINITY, 1).end.kind === "limit");
    // After a power loss the last segment can be there without its calls: nothing more will be found of those before.
    return reader.skipDamage() ?? (reason === "unsynced" ? reader.lastFirstSeq : undefined);
  } finally {
    reader.close();
  }
}

/** Moves the applied seq past calls that cannot be read; does nothing if it has changed. */
async function enterGap(
  tx: Queries,
  journalId: string,
  { first, last }: Gap,
  { reason, at }: { readonly reason: GapReason; readonly at: number },
): Promise<void> {
  const moved = await tx.get(sql`
    update journal set commit_count = commit_count + 1, applied_seq = ${last}
    where journal_id = ${journalId} and applied_seq = ${first - 1} returning commit_count`);
  if (!moved) return;
  for (let from = first; from <= last; from += gapRowsMax) {
    const count = Math.min(gapRowsMax, last - from + 1);
    const lost = Array.from({ length: count }, (_, index) => {
      return [journalId, from + index, at, reasons[reason], new Uint8Array()];
    });
    await tx.run(sql`
      insert into usage_rejected (journal_id, seq, at, reason, record) values ${rows(lost)}
      on conflict (journal_id, seq) do nothing`);
  }
}

/** The calls that power losses took before the disk had them: they are not charged. */
export async function countVoided(db: Queries): Promise<number> {
  const row = await db.get<{ calls: number }>(sql`
    select count(*) as calls from usage_rejected where reason = ${reasons.unsynced}`);
  return row?.calls ?? 0;
}
