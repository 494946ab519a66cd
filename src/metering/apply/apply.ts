import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { KnownUsage } from "../usage/known-usage.ts";
import type { NumberedCall } from "../usage/usage.ts";
import { LeasesTooSmall, settle } from "./settle.ts";

/** Writes calls to roll-ups and request log, at the end of the transaction that folds them. */
export type WriteUsage = (
  tx: Queries,
  journalId: string,
  records: readonly NumberedCall[],
  known?: KnownUsage,
) => Promise<void>;

/** Calls that follow one another without a gap; the first follows the mark. */
export interface Fold {
  readonly journalId: string;
  readonly records: readonly NumberedCall[];
  readonly now: number;
  /** What earlier folds of the journal have learned. */
  readonly known?: KnownUsage;
  /** Of whom the last folds found that a lease did not pay for all: kept up to date. */
  readonly unpaid?: Set<string>;
}

/**
 * FOLD: charges the calls to their leases, or where those are gone to their balances, and enters them in the
 * reports; each once. Answers with the journal's beat, or undefined where its mark is not before the first of
 * them: then nothing is done.
 */
export async function fold(db: Database, batch: Fold, write: WriteUsage): Promise<number | undefined> {
  const unpaid = batch.unpaid ?? new Set();
  for (;;) {
    try {
      const folded = await foldOnce(db, batch, unpaid, write);
      for (const id of folded?.paidAgain ?? []) unpaid.delete(id);
      return folded?.beat;
    } catch (error) {
      if (!(error instanceof LeasesTooSmall)) throw error;
      const known = unpaid.size;
      for (const id of error.subscriptionIds) unpaid.add(id);
      // It would fail in the same way for ever.
      if (unpaid.size === known) throw error;
    }
  }
}

interface Once {
  readonly beat: number;
  readonly paidAgain: readonly string[];
}

function foldOnce(
  db: Database,
  { journalId, records, now, known }: Fold,
  unpaid: ReadonlySet<string>,
  write: WriteUsage,
): Promise<Once | undefined> {
  const from = records[0]!.seq - 1;
  const to = records.at(-1)!.seq;
  return db.transaction(
    async (tx) => {
      const journal = await tx.get<{ beat: number }>(sql`
        update journal set beat = beat + 1, folded_seq = ${to}
        where journal_id = ${journalId} and folded_seq = ${from} returning beat`);
      if (!journal) return undefined;
      const paidAgain = await settle(tx, { journalId, records, now }, unpaid);
      await write(tx, journalId, records, known);
      return { beat: journal.beat, paidAgain };
    },
    { repeatable: true, deadlineMs: foldDeadlineMs },
  );
}

/** A batch is thousands of rows, and nobody waits for it. */
const foldDeadlineMs = 20_000;
