import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { expireJournal } from "../credits/close-journal.ts";

interface Seen {
  readonly commitCount: number;
  readonly at: number;
}

/**
 * A node without the database spends for three quarters of the lease time. Other nodes wait for nine tenths,
 * so that calls in flight have ended, and release its leases before the whole time is over.
 */
export const spendingPart = 0.75;
const silencePart = 0.9;

/** Releases the leases of journals whose process has timed out and can no longer spend. */
export class Reaper {
  readonly #db: Database;
  readonly #timing: Timing;
  readonly #silenceMs: number;
  readonly #log: Log;
  #seen = new Map<string, Seen>();

  constructor(db: Database, timing: Timing, leaseTtlMs: number, log: Log) {
    this.#db = db;
    this.#timing = timing;
    this.#silenceMs = leaseTtlMs * silencePart;
    this.#log = log;
  }

  /**
   * Checks every open journal, because an empty one still makes every share smaller. Resolves to the number
   * expired.
   */
  async pass(): Promise<number> {
    const rows = await this.#db.all<{ journal_id: string; commit_count: number }>(sql`
      select journal_id, commit_count from journal where state = 'open'`);
    const seen = new Map<string, Seen>();
    let expired = 0;
    for (const { journal_id: id, commit_count: commitCount } of rows) {
      const before = this.#seen.get(id);
      const now = this.#timing.monotonic();
      const first = before?.commitCount === commitCount ? before : { commitCount, at: now };
      seen.set(id, first);
      // Not by the wall clock, which can be set.
      if (now - first.at < this.#silenceMs) continue;
      if (!(await expireJournal(this.#db, id, commitCount, this.#timing.wall()))) continue;
      expired += 1;
      this.#log.warn("journal expired; leases released", { journal: id });
    }
    this.#seen = seen;
    return expired;
  }
}
