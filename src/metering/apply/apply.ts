import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { writeCharged } from "../sharing/charged-calls.ts";
import { KnownUsage } from "../usage/known-usage.ts";
import type { NumberedCall } from "../usage/usage.ts";
import { enterSeries, SeriesMissing } from "../usage/usage-series.ts";
import { reportCredits } from "./report-credits.ts";
import { LeasesTooSmall, settle } from "./settle.ts";
import { type WriteUsage, writeSums, writeUsage } from "./write-usage.ts";

/** Consecutive calls. The first follows the applied seq. */
export interface ApplyBatch {
  readonly journalId: string;
  readonly records: readonly NumberedCall[];
  readonly now: number;
  /** What earlier batches of the journal cached. */
  readonly known?: KnownUsage;
  /** Subscriptions whose leases did not pay for all calls in the last batches. Kept up to date. */
  readonly unpaid?: Set<string>;
  /** Whether ClickHouse keeps the single calls of this journal from now on. A journal that began so stays so. */
  readonly elsewhere?: boolean;
}

/**
 * APPLY: charges the calls to their leases, or to the balance if the lease is gone, and adds them to the
 * reports, each once. Resolves to the journal's commit count, or to undefined if the applied seq is not
 * directly before the batch; then nothing was done.
 */
export async function apply(db: Database, batch: ApplyBatch, write: WriteUsage): Promise<number | undefined> {
  const unpaid = batch.unpaid ?? new Set();
  const known = batch.known ?? new KnownUsage();
  // Rows that several nodes write: in the transaction, each would wait for the end of another's.
  if (db.dialect === "postgres") await known.keyUse.write(db, batch.records);
  let entered = false;
  for (;;) {
    try {
      const applied = await applyOnce(db, { ...batch, known }, unpaid, write);
      for (const id of applied?.paidAgain ?? []) unpaid.delete(id);
      if (applied?.isNear) await reportAgain(db, batch);
      return applied?.commitCount;
    } catch (error) {
      if (error instanceof SeriesMissing && !entered) {
        await enterSeries(db, error.series);
        entered = true;
        continue;
      }
      if (!(error instanceof LeasesTooSmall)) throw error;
      const before = unpaid.size;
      for (const id of error.subscriptionIds) unpaid.add(id);
      // The next attempt would fail in the same way.
      if (unpaid.size === before) throw error;
    }
  }
}

/**
 * Two transactions at the same time do not read each other's calls, so each node reports once more after its own has
 * committed. The calls are charged by then: a failure here is left to the next batch.
 */
async function reportAgain(db: Database, { records, now }: ApplyBatch): Promise<void> {
  if (db.dialect === "sqlite") return;
  await db.transaction((tx) => reportCredits(tx, records, now), { repeatable: true }).catch(() => undefined);
}

interface Once {
  readonly commitCount: number;
  /** Whether calls of other nodes could bring a balance to a threshold. */
  readonly isNear: boolean;
  readonly paidAgain: readonly string[];
}

function applyOnce(
  db: Database,
  { journalId, records, now, known, elsewhere = false }: ApplyBatch,
  unpaid: ReadonlySet<string>,
  write: WriteUsage,
): Promise<Once | undefined> {
  const from = records[0]!.seq - 1;
  const to = records.at(-1)!.seq;
  return db.transaction(
    async (tx) => {
      const journal = await tx.get<{ commit_count: number; slot: number; logged_seq: number | null }>(sql`
        update journal set commit_count = commit_count + 1, applied_seq = ${to},
          logged_seq = coalesce(logged_seq, cast(${elsewhere ? from : null} as bigint))
        where journal_id = ${journalId} and applied_seq = ${from} returning commit_count, slot, logged_seq`);
      if (!journal) return undefined;
      const paidAgain = await settle(tx, { journalId, records }, unpaid);
      await writeCharged(tx, records);
      const own = journal.logged_seq !== null && write === writeUsage ? writeSums : write;
      await own(tx, journalId, records, known, journal.slot);
      const isNear = await reportCredits(tx, records, now);
      return { commitCount: journal.commit_count, paidAgain, isNear };
    },
    { repeatable: true, deadlineMs: applyDeadlineMs },
  );
}

/** A batch is thousands of rows; no request waits for it. */
const applyDeadlineMs = 20_000;
