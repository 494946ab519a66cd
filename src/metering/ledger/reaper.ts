import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { expireJournal } from "../../leasing/close-journal.ts";

interface Seen {
  readonly beat: number;
  readonly monotonic: number;
  readonly wall: number;
}

const stillMs = 600_000;

/** Takes leases back from journals whose process is silent, once it cannot be spending any more. */
export class Reaper {
  readonly #db: Database;
  readonly #timing: Timing;
  readonly #leaseTtlMs: number;
  readonly #log: Log;
  #seen = new Map<string, Seen>();

  constructor(db: Database, timing: Timing, leaseTtlMs: number, log: Log) {
    this.#db = db;
    this.#timing = timing;
    this.#leaseTtlMs = leaseTtlMs;
    this.#log = log;
  }

  /** Looks at every open journal that holds credits or parts of quotas; resolves to the number expired. */
  async pass(): Promise<number> {
    const rows = await this.#db.all<{ journal_id: string; beat: number }>(sql`
      select journal_id, beat from journal where state = 'open' and exists (
        select 1 from credit_lease l where l.journal_id = journal.journal_id and l.held > 0
        union all select 1 from quota_lease q where q.journal_id = journal.journal_id)`);
    const seen = new Map<string, Seen>();
    let expired = 0;
    for (const { journal_id: id, beat } of rows) {
      const before = this.#seen.get(id);
      const now = { beat, monotonic: this.#timing.monotonic(), wall: this.#timing.wall() };
      const first = before?.beat === beat ? before : now;
      seen.set(id, first);
      // By both clocks: the machine may have slept, or its wall clock may have been set.
      if (now.monotonic - first.monotonic < stillMs || now.wall - first.wall < this.#leaseTtlMs) continue;
      if (!(await expireJournal(this.#db, id, beat, now.wall))) continue;
      expired += 1;
      this.#log.warn("journal expired: its leases were taken back", { journal: id });
    }
    this.#seen = seen;
    return expired;
  }
}
