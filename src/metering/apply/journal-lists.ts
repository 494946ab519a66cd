import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** A journal as an operator sees it. */
export interface JournalEntry {
  readonly journal_id: string;
  readonly node: string;
  readonly state: "open" | "closed" | "expired";
  /** The last seq in the database. */
  readonly applied_seq: number;
  readonly commit_count: number;
  readonly opened_at: number;
  readonly closed_at: number | null;
  /** Leased credits, and the number of subscriptions they belong to. */
  readonly held: number;
  readonly leases: number;
}

/** The open journals, newest first. `ended` adds that many of the others. */
export function listJournals(db: Queries, ended = 0): Promise<JournalEntry[]> {
  return db.all<JournalEntry>(sql`
    select j.journal_id, j.node, j.state, j.applied_seq, j.commit_count, j.opened_at, j.closed_at,
      cast(coalesce(sum(l.held), 0) as bigint) as held,
      cast(coalesce(sum(case when l.held > 0 then 1 else 0 end), 0) as bigint) as leases
    from journal j left join credit_lease l on l.journal_id = j.journal_id
    where j.state = 'open' or j.journal_id in (
      select journal_id from journal where state <> 'open' order by closed_at desc, journal_id limit ${ended})
    group by j.journal_id, j.node, j.state, j.applied_seq, j.commit_count, j.opened_at, j.closed_at
    order by j.opened_at desc, j.journal_id`);
}
