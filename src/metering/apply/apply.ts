import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { KnownUsage } from "../usage/known-usage.ts";
import type { NumberedCall } from "../usage/usage.ts";
import { LeasesTooSmall, settle } from "./settle.ts";

/** Writes calls to rollups and request log, at the end of the transaction that applies them. */
export type WriteUsage = (
  tx: Queries,
  journalId: string,
  records: readonly NumberedCall[],
  known?: KnownUsage,
) => Promise<void>;

/** Consecutive calls. The first follows the applied seq. */
export interface ApplyBatch {
  readonly journalId: string;
  readonly records: readonly NumberedCall[];
  readonly now: number;
  /** What earlier batches of the journal cached. */
  readonly known?: KnownUsage;
  /** Subscriptions whose leases did not pay for all calls in the last batches. Kept up to date. */
  readonly unpaid?: Set<string>;
}

/**
 * APPLY: charges the calls to their leases, or to the balance if the lease is gone, and adds them to the
 * reports, each once. Resolves to the journal's commit count, or to undefined if the applied seq is not
 * directly before the batch; then nothing was done.
 */
export async function apply(db: Database, batch: ApplyBatch, write: WriteUsage): Promise<number | undefined> {
  const unpaid = batch.unpaid ?? new Set();
  for (;;) {
    try {
      const applied = await applyOnce(db, batch, unpaid, write);
      for (const id of applied?.paidAgain ?? []) unpaid.delete(id);
      return applied?.commitCount;
    } catch (error) {
      if (!(error instanceof LeasesTooSmall)) throw error;
      const known = unpaid.size;
      for (const id of error.subscriptionIds) unpaid.add(id);
      // The next attempt would fail in the same way.
      if (unpaid.size === known) throw error;
    }
  }
}

interface Once {
  readonly commitCount: number;
  readonly paidAgain: readonly string[];
}

function applyOnce(
  db: Database,
  { journalId, records, now, known }: ApplyBatch,
  unpaid: ReadonlySet<string>,
  write: WriteUsage,
): Promise<Once | undefined> {
  const from = records[0]!.seq - 1;
  const to = records.at(-1)!.seq;
  return db.transaction(
    async (tx) => {
      const journal = await tx.get<{ commit_count: number }>(sql`
        update journal set commit_count = commit_count + 1, applied_seq = ${to}
        where journal_id = ${journalId} and applied_seq = ${from} returning commit_count`);
      if (!journal) return undefined;
      const paidAgain = await settle(tx, { journalId, records, now }, unpaid);
      await write(tx, journalId, records, known);
      return { commitCount: journal.commit_count, paidAgain };
    },
    { repeatable: true, deadlineMs: applyDeadlineMs },
  );
}

/** A batch is thousands of rows; no request waits for it. */
const applyDeadlineMs = 20_000;
