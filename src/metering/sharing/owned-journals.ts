import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** The journal may spend no more: another process closed it, or the database lost commits. */
export const fenced = "fenced";
export type Fenced = typeof fenced;

/**
 * The journals that this process owns. Every commit for a journal raises its commit count. A database that
 * returns an earlier count has lost its last commits, as a promoted replica may. Then the leases in memory
 * are not those in the database: the journal is fenced, applied and closed as it is.
 */
export class OwnedJournals {
  readonly db: Database;
  /** The last commit count known to be committed, by journal. */
  readonly #commitCounts = new Map<string, number>();
  readonly #lost = new Set<string>();
  /** Ends with the last requested transaction of each journal. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(db: Database) {
    this.db = db;
  }

  /** OWN, with the work in the same transaction; resolves to `fenced` if the journal is. */
  transaction<T>(journalId: string, work: (tx: Queries) => Promise<T>): Promise<T | Fenced> {
    return this.inTurn(journalId, () => this.#own(journalId, work));
  }

  /**
   * Runs one transaction of a journal after the other. All lock the journal's row: in the database each would wait
   * with a connection of its own.
   */
  inTurn<T>(journalId: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#turns.get(journalId) ?? Promise.resolve()).then(work);
    this.#turns.set(
      journalId,
      done.catch(() => undefined),
    );
    return done;
  }

  async #own<T>(journalId: string, work: (tx: Queries) => Promise<T>): Promise<T | Fenced> {
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

  /** The last known commit count. Read it before sending the statement whose result is compared with it. */
  knownCommits(journalId: string): number {
    return this.#commitCounts.get(journalId) ?? 0;
  }

  /**
   * Compares a journal's row, undefined if there is none, with the commit count known before the statement
   * was sent. A count that became known since proves nothing: replies of several connections come in any
   * order.
   */
  compare(journalId: string, commitCount: number | undefined, known: number): void {
    if (known > 0 && (commitCount === undefined || commitCount < known)) this.#lost.add(journalId);
  }

  /** Records a commit count that was committed. */
  committed(journalId: string, commitCount: number): void {
    this.#commitCounts.set(journalId, Math.max(commitCount, this.knownCommits(journalId)));
  }

  forget(journalId: string): void {
    this.#commitCounts.delete(journalId);
    this.#lost.delete(journalId);
    this.#turns.delete(journalId);
  }
}
