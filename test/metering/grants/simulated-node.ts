import { databaseClock } from "../../../src/database/clock.ts";
import type { Database } from "../../../src/database/database.ts";
import { list, sql } from "../../../src/database/sql.ts";
import { apply } from "../../../src/metering/apply/apply.ts";
import { acquireCredits } from "../../../src/metering/credits/acquire.ts";
import { closeJournal, expireJournal } from "../../../src/metering/credits/close-journal.ts";
import { releaseCredits } from "../../../src/metering/credits/release.ts";
import { findJournal, openJournal } from "../../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../../src/metering/sharing/owned-journals.ts";
import { callOf } from "../test-nodes.ts";
import type { MovedTime } from "./moved-time.ts";

/** A call of one credit. */
export interface MadeCall {
  readonly subscriptionId: string;
  /** Its moment by the node's clock, and the latest moment of all clocks until then. */
  readonly at: number;
  readonly latest: number;
}

interface Lease {
  op: number;
  free: number;
  readonly inFlight: MadeCall[];
}

/** A journal with its calls, and the memory of the process that owns it. */
export class SimulatedNode {
  readonly id: string;
  readonly #db: Database;
  readonly #time: MovedTime;
  readonly #owned: OwnedJournals;
  readonly #unpaid = new Set<string>();
  readonly leases = new Map<string, Lease>();
  readonly journal: MadeCall[] = [];
  applied = 0;
  /** `dead`: its journal is there, and its memory is not. `late`: the journal has expired and has calls to apply. */
  state: "up" | "dead" | "late" | "closed" = "up";

  private constructor(db: Database, time: MovedTime, id: string) {
    this.#db = db;
    this.#time = time;
    this.#owned = new OwnedJournals(db);
    this.id = id;
  }

  static async open(db: Database, time: MovedTime, id: string): Promise<SimulatedNode> {
    await openJournal(db, { journalId: id, node: id, place: id, at: 1 });
    return new SimulatedNode(db, time, id);
  }

  lease(subscriptionId: string): Lease {
    const found = this.leases.get(subscriptionId) ?? { op: 0, free: 0, inFlight: [] };
    this.leases.set(subscriptionId, found);
    return found;
  }

  async acquire(asked: readonly { readonly subscriptionId: string; readonly need: number }[]): Promise<void> {
    const requests = asked.map(({ subscriptionId, need }) => {
      const lease = this.lease(subscriptionId);
      lease.op += 1;
      return { subscriptionId, op: lease.op, need, amount: need, free: lease.free };
    });
    const answer = await acquireCredits(this.#owned, this.id, { requests, share: 1 });
    if (answer === "fenced") throw new Error(`${this.id} is fenced`);
    for (const { subscriptionId, amount, dueInMs } of answer) {
      this.lease(subscriptionId).free += amount;
      if (dueInMs <= 0) throw new Error(`${subscriptionId} is answered before its boundary`);
    }
    const due = await this.#db.all(sql`
      select subscription_id from credit_balance where due_at <= ${databaseClock(this.#db)}
        and subscription_id in (${list(asked.map(({ subscriptionId }) => subscriptionId))})`);
    if (due.length > 0) throw new Error(`answered before the boundary: ${JSON.stringify(due)}`);
  }

  call(subscriptionId: string): void {
    const lease = this.lease(subscriptionId);
    lease.free -= 1;
    lease.inFlight.push({ subscriptionId, at: this.#time.now, latest: this.#time.latest });
  }

  /** A call fails and is not charged. */
  giveBack(subscriptionId: string): void {
    const lease = this.lease(subscriptionId);
    lease.inFlight.pop();
    lease.free += 1;
  }

  write(subscriptionId: string): void {
    this.journal.push(this.lease(subscriptionId).inFlight.shift()!);
  }

  async apply(count: number): Promise<void> {
    const to = Math.min(this.journal.length, this.applied + count);
    if (to === this.applied) return;
    const records = this.journal.slice(this.applied, to).map(({ subscriptionId, at }, index) => ({
      seq: this.applied + index + 1,
      call: callOf(subscriptionId, 1, { at: this.#time.stored(at) }),
    }));
    const batch = { journalId: this.id, records, now: Date.now(), unpaid: this.#unpaid };
    await apply(this.#db, batch, async () => undefined);
    this.applied = to;
  }

  async release(subscriptionIds: readonly string[]): Promise<void> {
    const known = subscriptionIds.filter((id) => (this.leases.get(id)?.op ?? 0) > 0);
    if (known.length === 0) return;
    const returns = known.map((subscriptionId) => {
      const lease = this.lease(subscriptionId);
      const amount = lease.free;
      lease.free = 0;
      lease.op += 1;
      return { subscriptionId, op: lease.op, amount };
    });
    if ((await releaseCredits(this.#owned, this.id, returns)) === "fenced") throw new Error("fenced");
  }

  /** Returns what others have requested back. */
  async returnRequested(): Promise<void> {
    const rows = await this.#db.all<{ id: string }>(sql`
      select subscription_id as id from credit_lease where journal_id = ${this.id} and return_requested = 1`);
    await this.release(rows.map(({ id }) => id));
  }

  die(): void {
    this.state = "dead";
    this.leases.clear();
  }

  /** Another node releases its leases, as if its calls were all applied. */
  async expire(): Promise<void> {
    const row = await findJournal(this.#db, this.id);
    if (!(await expireJournal(this.#db, this.id, row!.commit_count, Date.now())))
      throw new Error("not expired");
    this.state = "late";
  }

  async close(): Promise<void> {
    await this.apply(this.journal.length);
    if (this.state !== "late" && !(await closeJournal(this.#db, this.id, this.applied, Date.now())))
      throw new Error(`${this.id} is not closed`);
    this.state = "closed";
  }
}
