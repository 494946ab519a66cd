import type { Log } from "../base/log.ts";
import type { Timing } from "../base/timing.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { ApplySchedule } from "./apply/apply-schedule.ts";
import { Leases } from "./credits/leases/leases.ts";
import { Journal } from "./journal/journal.ts";
import type { JournalDirectory } from "./journal/journal-directory.ts";
import type { JournalSync } from "./journal/journal-disk.ts";
import type { SegmentFiles } from "./journal/segment-writer.ts";
import type { Syncer } from "./journal/sync.ts";
import { OpenCalls } from "./open-calls.ts";
import type { CreditStore } from "./store/credit-store.ts";

export interface JournalSessionOptions {
  readonly store: CreditStore;
  readonly timing: Timing;
  readonly log: Log;
  readonly syncer: Syncer;
  readonly sync: JournalSync;
  readonly unappliedMax: number;
  readonly staleMs: number;
  readonly segmentBytes?: number | undefined;
  readonly files?: SegmentFiles | undefined;
  readonly counts: WrittenCounts;
  /** Called when the journal may spend no more. */
  readonly fenced: () => void;
}

/** Calls in the journal that are not in the database, and their size. */
export interface WaitingRecords {
  readonly calls: number;
  readonly bytes: number;
}

/** What was written to journals. */
export interface WrittenCounts {
  records: number;
  credits: number;
}

const heartbeatMs = 1000;
const returnsMs = 100;
const leastMs = 1000;

const unanswered = () => new Error("the database does not answer");

/** One process's use of one journal and the credits leased to it, from open to close. */
export class JournalSession {
  readonly journal: Journal;
  readonly leases: Leases;
  readonly #options: JournalSessionOptions;
  readonly #applying: ApplySchedule;
  readonly #cancels = new Map<string, () => void>();
  readonly #open = new OpenCalls();
  #callsOpen = 0;
  #ended: PromiseWithResolvers<void> | undefined;

  constructor(directory: JournalDirectory, options: JournalSessionOptions) {
    this.#options = options;
    const { store, timing, log } = options;
    this.journal = new Journal(directory, {
      ...options,
      written: () => this.#applying.written(),
      fault: (reason) =>
        reason === undefined
          ? log.info("journal writable again")
          : log.error("cannot write journal", { reason }),
    });
    this.#applying = new ApplySchedule(this.journal, store, timing, log);
    this.leases = new Leases(directory.id, {
      ...options,
      flush: () => this.flush(),
      clearAt: (now) => this.#open.clearAt(now, this.#applying.appliedSeq),
    });
    this.#every("heartbeat", heartbeatMs, () => this.leases.heartbeat());
    this.#every("requested returns", returnsMs, () => this.leases.returnRequested());
  }

  /** Starts a call under this journal; `callEnded` ends it, and needs what this returns. */
  callBegins(): number {
    this.#callsOpen += 1;
    return this.#open.begin(this.#options.timing.wall());
  }

  /** Counts a record, and the credits that it spent. */
  count(credits: number): void {
    const { counts } = this.#options;
    counts.records += 1;
    counts.credits += credits;
  }

  /** `seq` of its record, if it has one. */
  callEnded(begun: number, seq?: number): void {
    this.#open.end(begun, seq);
    this.#callsOpen -= 1;
    if (this.#callsOpen === 0) this.#ended?.resolve();
  }

  /** What is written and not yet applied. */
  get waiting(): WaitingRecords {
    const { appliable, unappliedBytes: bytes } = this.journal;
    return { calls: Math.max(0, appliable - this.#applying.appliedSeq), bytes };
  }

  /** The age of the oldest call that is not applied; 0 if there is none. Milliseconds. */
  get lagMs(): number {
    return this.#applying.lagMs;
  }

  flush(): Promise<void> {
    return this.#applying.flush();
  }

  ship(): Promise<void> {
    return this.#options.store.log(this.journal.directory.id);
  }

  /** Waits for its calls, applies them, releases its credits and its directory. */
  async end(graceMs: number): Promise<void> {
    const { store, timing, log } = this.#options;
    const until = timing.monotonic() + graceMs;
    await this.#callsEnd(graceMs);
    this.leases.close({ kind: "unavailable", reason: "stopping" });
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
    await this.journal.close();
    this.#applying.end();
    const rest = Math.max(leastMs, until - timing.monotonic());
    const closed = await withTimeout(this.#applyAndClose(store), rest, unanswered, timing).catch(
      (error: Error) => {
        // Recovery finds the directory unlocked and does the rest.
        log.warn("journal not closed; recovery will apply it", { error: error.message });
        return false;
      },
    );
    this.journal.release(closed);
  }

  async #applyAndClose(store: CreditStore): Promise<boolean> {
    await this.flush();
    return store.close(this.journal.directory.id, this.#applying.appliedSeq);
  }

  async #callsEnd(graceMs: number): Promise<void> {
    if (this.#callsOpen === 0) return;
    this.#ended = Promise.withResolvers<void>();
    const cancel = this.#options.timing.after(graceMs, this.#ended.resolve);
    await this.#ended.promise;
    cancel();
  }

  #every(name: string, milliseconds: number, work: () => Promise<void>): void {
    const schedule = () =>
      this.#cancels.set(
        name,
        this.#options.timing.after(milliseconds, () => {
          work()
            // The database is unreachable; spending stops when the lease time is over.
            .catch(() => undefined)
            .finally(() => {
              if (this.#cancels.has(name)) schedule();
            });
        }),
      );
    schedule();
  }
}
