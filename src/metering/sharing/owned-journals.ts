import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** The journal may spend no more: it was closed under its process, or the database lost what it knew of it. */
export const fenced = "fenced";
export type Fenced = typeof fenced;

/**
 * The journals that this process owns. Every commit for a journal raises its commit count by one. A database that
 * answers with an earlier count has lost its last commits, as a replica may that was promoted. What
 * such a journal holds on lease is not what the database knows of: it is fenced, and applied and closed as it is.
 */
export class OwnedJournals {
  readonly db: Database;
  /** The last commit count of each journal that is known to be committed. */
  readonly #commitCounts = new Map<string, number>();
  readonly #lost = new Set<string>();

  constructor(db: Database) {
    this.db = db;
  }

  /** OWN, with the work in the same transaction; `fenced` where the journal is. */
  async transaction<T>(journalId: string, work: (tx: Queries) => Promise<T>): Promise<T | Fenced> {
    const known = this.knownCommits(journalId);
    let commitCount = 0;
    const result = await this.db.transaction<T | Fenced>(
      async (tx) => {
        const row = await tx.get<{ commit_count: number }>(sql`
          update journal set commit_count = commit_count + 1 where journal_id = ${journalId} and state = 'open' returning commit_count`);
        if (!row) return fenced;
        this.compare(journalId, row.commit_count - 1, known);
        if (this.#lost.has(journalId)) return fenced;
        commitCount = row.commit_count;
        return await work(tx);
      },
      { repeatable: true },
    );
    if (result !== fenced) this.committed(journalId, commitCount);
    return result;
  }

  /** The last commit count that is known to be committed: read it before the statement whose answer is compared with it. */
  knownCommits(journalId: string): number {
    return this.#commitCounts.get(journalId) ?? 0;
  }

  /**
   * Compares a journal's row, undefined where the database has none, with the commit count that was known before the
   * question was sent. A commit count that became known since proves nothing: answers of several connections come in
   * any order.
   */
  compare(journalId: string, commitCount: number | undefined, known: number): void {
    if (known > 0 && (commitCount === undefined || commitCount < known)) this.#lost.add(journalId);
  }

  /** Notes a commit count that was committed. */
  committed(journalId: string, commitCount: number): void {
    this.#commitCounts.set(journalId, Math.max(commitCount, this.knownCommits(journalId)));
  }

  forget(journalId: string): void {
    this.#commitCounts.delete(journalId);
    this.#lost.delete(journalId);
  }
}
