import type { Database, Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";

/** The journal may spend no more: it was closed under its process, or the database lost what it knew of it. */
export const fenced = "fenced";
export type Fenced = typeof fenced;

/** A journal as it is entered in the database. */
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

/** Shows that a journal's process lives: how many journals are open, or undefined where this one is fenced. */
export async function beat(db: Database, journalId: string): Promise<number | undefined> {
  if (!(await own(db, journalId))) return undefined;
  const row = await db.get<{ open: number }>(sql`select count(*) as open from journal where state = 'open'`);
  return row?.open ?? 1;
}
