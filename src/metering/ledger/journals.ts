import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** A journal as the database is to know it. */
export interface NewJournal {
  readonly journalId: string;
  readonly node: string;
  readonly place: string;
  readonly at: number;
}

/** A journal's row. */
export interface JournalRow {
  readonly journal_id: string;
  readonly place: string;
  readonly state: "open" | "closed" | "expired";
  readonly folded_seq: number;
  readonly beat: number;
  readonly closed_at: number | null;
}

/** Enters a journal; one that is there already stays as it is. */
export async function openJournal(db: Queries, { journalId, node, place, at }: NewJournal): Promise<void> {
  await db.run(sql`
    insert into journal (journal_id, node, place, state, folded_seq, opened_at)
    values (${journalId}, ${node}, ${place}, 'open', 0, ${at}) on conflict (journal_id) do nothing`);
}

export function findJournal(db: Queries, journalId: string): Promise<JournalRow | undefined> {
  return db.get<JournalRow>(sql`
    select journal_id, place, state, folded_seq, beat, closed_at from journal where journal_id = ${journalId}`);
}

/** OWN: locks the journal's row for the transaction. False where the journal is fenced. */
export async function own(tx: Queries, journalId: string): Promise<boolean> {
  const row = await tx.get(sql`
    update journal set beat = beat + 1 where journal_id = ${journalId} and state = 'open' returning beat`);
  return row !== undefined;
}

/** The pulse of a live journal: how many journals are open, or undefined where this one is fenced. */
export async function beat(db: Database, journalId: string): Promise<number | undefined> {
  if (!(await own(db, journalId))) return undefined;
  const row = await db.get<{ open: number }>(sql`select count(*) as open from journal where state = 'open'`);
  return row?.open ?? 1;
}

/** The subscriptions whose credits others have asked this journal for. */
export async function askedOf(db: Database, journalId: string): Promise<string[]> {
  const rows = await db.all<{ subscription_id: string }>(sql`
    select subscription_id from credit_lease where journal_id = ${journalId} and asked = 1`);
  return rows.map((row) => row.subscription_id);
}
