import type { Queries } from "../database/database.ts";
import { list, sql } from "../database/sql.ts";

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

const columns = sql`journal_id, place, state, folded_seq, beat, closed_at`;

/** Enters a journal; one that is there already stays as it is. */
export async function openJournal(db: Queries, { journalId, node, place, at }: NewJournal): Promise<void> {
  await db.run(sql`
    insert into journal (journal_id, node, place, state, folded_seq, opened_at)
    values (${journalId}, ${node}, ${place}, 'open', 0, ${at}) on conflict (journal_id) do nothing`);
}

export function findJournal(db: Queries, journalId: string): Promise<JournalRow | undefined> {
  return db.get<JournalRow>(sql`
    select ${columns} from journal where journal_id = ${journalId}`);
}

/** The rows of journals that the database knows, by their ids. */
export async function findJournals(db: Queries, ids: readonly string[]): Promise<Map<string, JournalRow>> {
  const found = new Map<string, JournalRow>();
  for (let from = 0; from < ids.length; from += 1000) {
    const rows = await db.all<JournalRow>(sql`
      select ${columns} from journal where journal_id in (${list(ids.slice(from, from + 1000))})`);
    for (const row of rows) found.set(row.journal_id, row);
  }
  return found;
}

/** Enters a journal again whose row the database has lost, with all its calls to fold and no right to spend. */
export async function enterLostJournal(db: Queries, journalId: string, at: number): Promise<void> {
  await db.run(sql`
    insert into journal (journal_id, node, place, state, folded_seq, opened_at, closed_at)
    values (${journalId}, 'lost by the database', '', 'expired', 0, ${at}, ${at})
    on conflict (journal_id) do nothing`);
}
