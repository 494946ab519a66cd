import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import type { Journal } from "../journal/journal.ts";
import type { ApplyStore } from "./apply-store.ts";

const soonMs = 250;
/** A batch costs as much as hundreds of calls, and each node has batches of its own: a busy one applies no more often. */
const busyMs = 1000;
const retryMs = 500;

/** Decides when a journal's calls are applied: soon after the first ones, then each second, and immediately on request. */
export class ApplySchedule {
  readonly #journal: Journal;
  readonly #store: ApplyStore;
  readonly #timing: Timing;
  readonly #log: Log;
  #appliedSeq = 0;
  /** When the last batches began that this decided. */
  #begunAt = Number.NEGATIVE_INFINITY;
  /** Since when a call waits; undefined if none does. */
  #waitsSince: number | undefined;
  #cancel: (() => void) | undefined;
  #failed = false;
  #ended = false;

  constructor(journal: Journal, store: ApplyStore, timing: Timing, log: Log) {
    this.#journal = journal;
    this.#store = store;
    this.#timing = timing;
    this.#log = log;
  }

  /** The last seq in the database. */
  get appliedSeq(): number {
    return this.#appliedSeq;
  }

  /** The age of the oldest call that is not applied; 0 if there is none. Milliseconds. */
  get lagMs(): number {
    return this.#waitsSince === undefined ? 0 : this.#timing.monotonic() - this.#waitsSince;
  }

  /** Called when calls were written. */
  written(): void {
    this.#waitsSince ??= this.#timing.monotonic();
    if (this.#cancel) return;
    this.#arm(Math.max(soonMs, this.#begunAt + busyMs - this.#timing.monotonic()));
  }

  /** Applies everything written so far. Throws if the database is unreachable. */
  async flush(): Promise<void> {
    const to = this.#journal.appliable;
    if (to <= this.#appliedSeq) return;
    const startedAt = this.#timing.monotonic();
    const { appliedSeq, end } = await this.#store.apply(this.#journal.directory.id, to);
    this.#appliedSeq = appliedSeq;
    this.#journal.applied(appliedSeq);
    // Calls after it were written since the start of this.
    this.#waitsSince = this.#journal.appliable > appliedSeq ? startedAt : undefined;
    if (appliedSeq < to && end.kind !== "limit")
      throw new Error(`the journal's calls end with ${appliedSeq}, not ${to}`);
  }

  end(): void {
    this.#ended = true;
    this.#cancel?.();
  }

  #arm(milliseconds: number): void {
    if (this.#ended) return;
    this.#cancel = this.#timing.after(milliseconds, () => this.#due());
  }

  #due(): void {
    this.#cancel = undefined;
    this.#begunAt = this.#timing.monotonic();
    this.flush().then(
      () => {
        if (this.#failed) this.#log.info("journal applied again");
        this.#failed = false;
        if (this.#journal.appliable > this.#appliedSeq) this.written();
      },
      (error: Error) => {
        if (!this.#failed) this.#log.warn("cannot apply journal", { error: error.message });
        this.#failed = true;
        if (!this.#cancel) this.#arm(retryMs);
      },
    );
  }
}
