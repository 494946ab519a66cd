import { minuteMs } from "../../base/durations.ts";
import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import { idleMs, LeaseQueue, longestWaitMs, takeFirst } from "../sharing/lease-queue.ts";
import { aheadMs } from "./holder-rows.ts";
import { LeasedRate } from "./leased-rate.ts";
import { NodeLiveness } from "./node-liveness.ts";
import type { RateDecision, RateLimit } from "./rate-limit.ts";
import type { RateStore } from "./rate-store.ts";
import { UndecidedCalls } from "./undecided-calls.ts";

export interface SharedRatesOptions {
  readonly store: RateStore;
  /** Names this process among the holders; no other process ever has the same name. */
  readonly holder: string;
  readonly timing: Timing;
  readonly log: Log;
}

const checkMs = 100;
const heartbeatMs = 300;
/** New nodes learn the shared clock from the others. */
const idleHeartbeatMs = 700;
const undecidedMs = 250;
const sweepMs = 5000;
const groupMax = 256;

/**
 * Rate limits shared between the nodes by demand. A node holds a part of each window's calls, renews it by itself and
 * releases it when another requests it. Without the database it uses what it holds of this window and the next.
 */
export class SharedRates {
  readonly undecided = new UndecidedCalls();
  readonly #options: SharedRatesOptions;
  readonly #buckets = new Map<string, LeasedRate>();
  readonly #liveness: NodeLiveness;
  readonly #queue: LeaseQueue<LeasedRate>;
  /** The end of the last window that this node has read, on the clock of limits. */
  #windowsEnd = Number.NEGATIVE_INFINITY;
  #purgedAt = Number.NEGATIVE_INFINITY;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #warned = false;
  #checkAt = Number.POSITIVE_INFINITY;
  #cancelCheck: () => void = () => undefined;
  #checkDue = false;
  #closing = false;
  #ended = false;
  readonly #closed = Promise.withResolvers<void>();

  constructor(options: SharedRatesOptions) {
    this.#options = options;
    this.#liveness = new NodeLiveness(options.timing);
    this.#queue = new LeaseQueue({
      timing: options.timing,
      open: () => !this.#ended,
      hasWork: () => this.#liveness.inDoubt || this.#checkDue,
      exchange: () => this.#exchange(),
      failed: (error) => this.#failed(error),
    });
  }

  /**
   * Reserves one call, unless none is left; a refused call reserves nothing. Throws 503 if other nodes hold
   * the calls left and do not return them in time.
   */
  take(subscriptionId: string, limit: RateLimit): RateDecision | Promise<RateDecision> {
    const bucket = this.#bucket(subscriptionId, limit);
    const now = this.#liveness.clock.now();
    bucket.turn(now);
    bucket.usedAt = this.#options.timing.monotonic();
    if (bucket.waiting.length === 0) {
      if (bucket.spend()) {
        if (bucket.runsLow) this.#queue.acquire(bucket);
        return bucket.verdict(true, now);
      }
      if (bucket.refuses) return bucket.verdict(false, now);
      if (bucket.isUndecided(now)) throw this.undecided.heldByOthers();
    }
    if (this.#liveness.disconnected || this.#closing) throw this.undecided.tooSlow();
    return this.#wait(bucket);
  }

  /** Seconds until a call can be admitted, if this node has read that none can before; creates and counts nothing. */
  refusedSeconds(subscriptionId: string, limit: RateLimit): number | undefined {
    const bucket = this.#buckets.get(nameOf(subscriptionId, limit));
    if (!bucket) return undefined;
    const now = this.#liveness.clock.now();
    bucket.turn(now);
    bucket.usedAt = this.#options.timing.monotonic();
    return bucket.refuses ? bucket.verdict(false, now).resetSeconds : undefined;
  }

  /** Counts calls that were refused for another reason, as many as this node holds or is given next; never waits. */
  count(subscriptionId: string, limit: RateLimit, calls: number): void {
    const bucket = this.#bucket(subscriptionId, limit);
    bucket.turn(this.#liveness.clock.now());
    let left = calls;
    while (left > 0 && bucket.spend()) left -= 1;
    bucket.owed += left;
    if (bucket.needsMore) this.#queue.acquire(bucket);
  }

  /** Releases what this node holds. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const bucket of this.#buckets.values()) this.#release(bucket);
    if (this.#queue.releasing.size === 0 && !this.#liveness.inDoubt) this.#closed.resolve();
    const cancel = this.#options.timing.after(longestWaitMs, this.#closed.resolve);
    await this.#closed.promise;
    cancel();
    this.#ended = true;
  }

  #bucket(subscriptionId: string, limit: RateLimit): LeasedRate {
    const name = nameOf(subscriptionId, limit);
    let bucket = this.#buckets.get(name);
    if (!bucket) {
      bucket = new LeasedRate(name, limit, this.#options.timing, this.#liveness);
      this.#buckets.set(name, bucket);
    }
    return bucket;
  }

  #wait(bucket: LeasedRate): Promise<RateDecision> {
    const { timing } = this.#options;
    const since = timing.monotonic();
    this.#queue.acquire(bucket);
    return bucket.waiting.add(longestWaitMs, () => {
      const now = this.#liveness.clock.now();
      bucket.turn(now);
      // A database that is slow is not away: the next calls wait for it too.
      if (this.#warned) this.#liveness.disconnected = true;
      else if (this.#liveness.answeredAt >= since) bucket.doubtUntil(now + undecidedMs);
      throw bucket.answeredAt >= since ? this.undecided.heldByOthers() : this.undecided.tooSlow();
    });
  }

  #release(bucket: LeasedRate): void {
    if (!bucket.entered) return;
    bucket.releasing = true;
    this.#queue.release(bucket);
  }

  async #exchange(): Promise<void> {
    if (this.#liveness.inDoubt) await this.#recount();
    else if (this.#checkDue && this.#sweepDue) await this.#checkRequests();
    else if (this.#queue.releasing.size > 0) await this.#releaseGroup();
    else if (this.#queue.acquiring.size > 0) await this.#takeMore();
    else if (this.#checkDue) await this.#checkRequests();
    if (this.#closing && this.#queue.releasing.size === 0) this.#closed.resolve();
    this.#scheduleCheck();
  }

  #failed(error: Error): void {
    if (!this.#warned) this.#options.log.warn("cannot share rate limits", { error: error.message });
    this.#warned = true;
    // The request may have been carried out or not.
    this.#liveness.inDoubt = true;
  }

  /** Others take nothing from this node before it was silent for so long. */
  get #keptMs(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { held, periodMs } of this.#buckets.values())
      if (held > 0) least = Math.min(least, aheadMs(periodMs));
    return least;
  }

  get #sweepDue(): boolean {
    return this.#options.timing.monotonic() - this.#sweptAt >= sweepMs;
  }

  async #recount(): Promise<void> {
    const { store, holder } = this.#options;
    this.#liveness.inDoubt = false;
    const { seen: held } = await this.#liveness.exchange(Number.POSITIVE_INFINITY, (reading) =>
      store.heldRates(holder, reading),
    );
    if (this.#warned) this.#options.log.info("sharing rate limits again");
    this.#warned = false;
    if (this.#liveness.inDoubt) return;
    this.#queue.releasing.clear();
    const byName = new Map(held.map((each) => [each.name, each]));
    const now = this.#liveness.clock.now();
    for (const bucket of this.#buckets.values()) {
      const known = byName.get(bucket.name);
      bucket.correct(known, now);
      if (this.#closing) this.#release(bucket);
      else if (bucket.waiting.length > 0) this.#queue.acquiring.add(bucket);
    }
  }

  async #takeMore(): Promise<void> {
    const { store, holder } = this.#options;
    const before = this.#liveness.clock.now();
    const buckets = takeFirst(this.#queue.acquiring, groupMax).filter((bucket) => {
      bucket.turn(before);
      bucket.serve(before);
      return bucket.needsMore;
    });
    const asks = buckets.map((bucket) => bucket.ask());
    if (asks.length === 0) return;
    const { at, seen, requested } = await this.#liveness.exchange(this.#keptMs, (reading) =>
      store.acquireRates(holder, reading, asks),
    );
    const now = this.#liveness.clock.now();
    for (const [index, bucket] of buckets.entries()) {
      bucket.heldAt = at;
      bucket.update(seen[index]!, now);
      bucket.answeredAt = this.#liveness.answeredAt;
      this.#queue.acquireAgain(bucket);
    }
    // It contained what a check reads.
    this.#checkDue = false;
    this.#releaseAll(requested);
  }

  async #releaseGroup(): Promise<void> {
    const { store, holder, timing } = this.#options;
    const buckets = takeFirst(this.#queue.releasing, groupMax);
    const now = this.#liveness.clock.now();
    const returns = buckets.map((bucket) => {
      bucket.turn(now);
      const { name, calls, periodMs, start, spent, fair } = bucket;
      const releasing = this.#closing || timing.monotonic() - bucket.usedAt >= idleMs;
      return { name, calls, periodMs, start, spent, releasing, fair };
    });
    const { at, seen } = await this.#liveness.exchange(this.#keptMs, (reading) =>
      store.releaseRates(holder, reading, returns),
    );
    for (const [index, bucket] of buckets.entries()) {
      const { held } = seen[index]!;
      bucket.held = held;
      bucket.heldAt = at;
      bucket.entered = !returns[index]!.releasing;
      bucket.spent = Math.min(bucket.spent, held);
      bucket.releasing = false;
      bucket.serve(now);
      if (bucket.waiting.length > 0) this.#queue.acquiring.add(bucket);
    }
  }

  /** A node that holds a part must read what others request; one that has a window keeps the clock running. */
  #scheduleCheck(): void {
    // A slow exchange of checks must not delay all others: one that is due is not scheduled again.
    if (this.#ended || this.#checkDue) return;
    const unused = this.#buckets.size === 0 && this.#liveness.clock.now() >= this.#windowsEnd;
    if (unused) return void this.#liveness.clock.forget();
    const pause = this.#keptMs < Number.POSITIVE_INFINITY ? checkMs : idleHeartbeatMs;
    const at = this.#options.timing.monotonic() + pause;
    if (at >= this.#checkAt) return;
    this.#cancelCheck();
    this.#checkAt = at;
    this.#cancelCheck = this.#options.timing.after(pause, () => {
      this.#checkAt = Number.POSITIVE_INFINITY;
      this.#checkDue = true;
      this.#queue.arm();
    });
  }

  async #checkRequests(): Promise<void> {
    const { store, holder, timing } = this.#options;
    this.#checkDue = false;
    const at = timing.monotonic();
    if (at - this.#liveness.shownAt >= heartbeatMs) {
      const purge = at - this.#purgedAt >= minuteMs;
      const { seen } = await this.#liveness.exchange(this.#keptMs, (reading) =>
        store.heartbeatRates(holder, reading, purge),
      );
      if (purge) this.#purgedAt = at;
      if (this.#sweepDue) this.#removeIdle(at);
      this.#releaseAll(seen);
    } else if (this.#keptMs < Number.POSITIVE_INFINITY)
      this.#releaseAll(await store.requestedRateReturns(holder));
  }

  #releaseAll(names: readonly string[]): void {
    for (const name of names) {
      const bucket = this.#buckets.get(name);
      if (bucket && !bucket.isFairlyUsed) this.#release(bucket);
    }
  }

  #removeIdle(at: number): void {
    this.#sweptAt = at;
    for (const bucket of this.#buckets.values()) {
      if (at - bucket.usedAt < idleMs || bucket.waiting.length > 0) continue;
      if (bucket.entered) this.#release(bucket);
      else if (!this.#queue.acquiring.has(bucket)) {
        this.#windowsEnd = Math.max(this.#windowsEnd, bucket.start + bucket.periodMs);
        this.#buckets.delete(bucket.name);
      }
    }
  }
}

/** A changed limit starts with a full window. */
function nameOf(subscriptionId: string, { calls, renewal_period_s }: RateLimit): string {
  return `${subscriptionId}/${calls}/${renewal_period_s}`;
}
