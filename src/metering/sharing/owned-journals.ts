import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";

/** The journal may spend no more: it was closed under its process, or the database lost what it knew of it. */
export const fenced = "fenced";
export type Fenced = typeof fenced;

/**
 * The journals that this process owns. Every commit for a journal counts its beat up by one; a database that
 * answers with a beat that was there before has lost its last commits, as a replica may that was promoted. What
 * such a journal holds on lease is not what the database knows of: it is fenced, and applied and closed as it is.
 */
export class OwnedJournals {
  readonly db: Database;
  /** The last beat of each journal that is known to be committed. */
  readonly #beats = new Map<string, number>();
  readonly #lost = new Set<string>();

  constructor(db: Database) {
    this.db = db;
  }

  /** OWN, with the work in the same transaction; `fenced` where the journal is. */
  async transaction<T>(journalId: string, work: (tx: Queries) => Promise<T>): Promise<T | Fenced> {
    const known = this.knownBeat(journalId);
    let beat = 0;
    const result = await this.db.transaction<T | Fenced>(
      async (tx) => {
        const row = await tx.get<{ beat: number }>(sql`
          update journal set beat = beat + 1 where journal_id = ${journalId} and state = 'open' returning beat`);
        if (!row) return fenced;
        this.compare(journalId, row.beat - 1, known);
        if (this.#lost.has(journalId)) return fenced;
        beat = row.beat;
        return await work(tx);
      },
      { repeatable: true },
    );
    if (result !== fenced) this.committed(journalId, beat);
    return result;
  }

  /** The last beat that is known to be committed: read it before the question whose answer is compared with it. */
  knownBeat(journalId: string): number {
    return this.#beats.get(journalId) ?? 0;
  }

  /**
   * Compares a journal's row, undefined where the database has none, with the beat that was known before the
   * question was sent. A beat that became known since proves nothing: answers of several connections come in
   * any order.
   */
  compare(journalId: string, beat: number | undefined, known: number): void {
    if (known > 0 && (beat === undefined || beat < known)) this.#lost.add(journalId);
  }

  /** Takes note of a beat that was committed. */
  committed(journalId: string, beat: number): void {
    this.#beats.set(journalId, Math.max(beat, this.knownBeat(journalId)));
  }

  forget(journalId: string): void {
    this.#beats.delete(journalId);
    this.#lost.delete(journalId);
  }
}
