import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { list, sql } from "../../database/sql.ts";

/** A journal as it is inserted. */
export interface NewJournal {
  readonly journalId: string;
  readonly node: string;
  readonly place: string;
  readonly at: number;
  /** Calls that the database already has; 0 if absent. */
  readonly appliedSeq?: number;
  /** Whether ClickHouse keeps its single calls. */
  readonly elsewhere?: boolean;
}

/** A journal's row. */
export interface JournalRow {
  readonly journal_id: string;
  readonly place: string;
  readonly state: "open" | "closed" | "expired";
  readonly applied_seq: number;
  /** The last seq in ClickHouse; null if the database has the journal's single calls. */
  readonly logged_seq: number | null;
  readonly commit_count: number;
  readonly closed_at: number | null;
}

const columns = sql`journal_id, place, state, applied_seq, logged_seq, commit_count, closed_at`;

/** Inserts a journal; an existing row stays as it is. */
export async function openJournal(db: Queries, journal: NewJournal): Promise<void> {
  const { journalId, node, place, at, appliedSeq = 0, elsewhere = false } = journal;
  // SQLite has one writer: nothing would be gained by rows of its own.
  const slot = db.dialect === "postgres" ? freeSlot : sql`0`;
  for (;;)
    try {
      await db.run(sql`
        insert into journal (journal_id, node, place, state, applied_seq, logged_seq, opened_at, slot)
        values (${journalId}, ${node}, ${place}, 'open', ${appliedSeq},
          cast(${elsewhere ? appliedSeq : null} as bigint), ${at}, ${slot})
        on conflict (journal_id) do nothing`);
      return;
    } catch (error) {
      // Another node took the slot; the next attempt reads that.
      if (!(error instanceof UniqueViolation)) throw error;
    }
}

/** The least number from 1 on that no open journal has. */
const freeSlot = sql`(
  select min(taken.slot) + 1 from (
    select 0 as slot union all select slot from journal where state = 'open') taken
  where not exists (select 1 from journal j where j.state = 'open' and j.slot = taken.slot + 1))`;

export function findJournal(db: Queries, journalId: string): Promise<JournalRow | undefined> {
  return db.get<JournalRow>(sql`
    select ${columns} from journal where journal_id = ${journalId}`);
}

/** The rows of journals in the database, by ID. */
export async function findJournals(db: Queries, ids: readonly string[]): Promise<Map<string, JournalRow>> {
  const found = new Map<string, JournalRow>();
  for (let from = 0; from < ids.length; from += 1000) {
    const rows = await db.all<JournalRow>(sql`
      select ${columns} from journal where journal_id in (${list(ids.slice(from, from + 1000))})`);
    for (const row of rows) found.set(row.journal_id, row);
  }
  return found;
}

/** The last seq of a journal in the request log, for a journal whose row is gone; 0 if there is none. */
export async function lastLoggedSeq(db: Queries, journalId: string): Promise<number> {
  const row = await db.get<{ seq: number }>(sql`
    select cast(coalesce(max(seq), 0) as bigint) as seq from (
      select seq from request_log where journal_id = ${journalId}
      union all select seq from usage_rejected where journal_id = ${journalId}) entered`);
  return row?.seq ?? 0;
}

/** Inserts a journal again whose row the database has lost, with its calls to apply and no right to spend. */
export async function enterLostJournal(db: Queries, journalId: string, at: number): Promise<void> {
  await db.run(sql`
    insert into journal (journal_id, node, place, state, applied_seq, opened_at, closed_at)
    values (${journalId}, 'lost by the database', '', 'expired', ${await lastLoggedSeq(db, journalId)}, ${at}, ${at})
    on conflict (journal_id) do nothing`);
}

/** The number of a journal's applied calls that ClickHouse lacks. */
export const unlogged = ({ applied_seq, logged_seq }: JournalRow): number =>
  logged_seq === null ? 0 : applied_seq - logged_seq;
