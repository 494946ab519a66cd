import type { Timing } from "../../base/timing.ts";
import { WaitingCalls } from "../sharing/waiting-calls.ts";
import type { AcquiredRate, RateRequest } from "./acquire-rates.ts";
import type { HeldRate } from "./heartbeat-rates.ts";
import type { NodeLiveness } from "./node-liveness.ts";
import type { RateDecision, RateLimit } from "./rate-limit.ts";

/** One subscription's rate limit as leased to this node. Times are on the clock of limits. */
export class LeasedRate {
  readonly name: string;
  readonly calls: number;
  readonly periodMs: number;
  readonly waiting: WaitingCalls<RateDecision>;
  /** Calls in each window leased to this node, and how many of them it has used in this one. */
  held = 0;
  spent = 0;
  start = 0;
  /** Calls that were refused for another reason and are not counted yet. */
  owed = 0;
  /** How many of them the last request contains. */
  #requested = 0;
  /** Whether the database contains that this node needs a share. */
  entered = false;
  /** Whether the lease is being released. */
  releasing = false;
  /** An equal part for each node that needs calls of it. */
  fair = 0;
  /** When it held, according to the database, what it holds; on the clock of limits. */
  heldAt = Number.NEGATIVE_INFINITY;
  /** When a call came, and when the database last replied for it; monotonic. */
  usedAt = 0;
  answeredAt = Number.NEGATIVE_INFINITY;
  /** At most this many calls are free or held by others. */
  #elsewhere = 0;
  #exhausted = false;
  #undecidedUntil = Number.NEGATIVE_INFINITY;
  #low = 0;

  readonly #liveness: Pick<NodeLiveness, "owns">;

  constructor(name: string, limit: RateLimit, timing: Timing, liveness: Pick<NodeLiveness, "owns">) {
    this.#liveness = liveness;
    this.name = name;
    this.calls = limit.calls;
    this.periodMs = limit.renewal_period_s * 1000;
    this.waiting = new WaitingCalls(timing);
  }

  /**
   * Starts the window of a moment. If this node holds the whole limit, the window starts with its first call.
   */
  turn(now: number): void {
    const passed = Math.floor((now - this.start) / this.periodMs) * this.periodMs;
    if (passed === 0) return;
    // A window that began before the clock was known lies in the future.
    const alone = passed < 0 || this.held === 0 || this.held === this.calls;
    this.start = alone ? now : this.start + passed;
    this.spent = 0;
    this.owed = 0;
    this.#requested = 0;
    this.#exhausted = false;
    this.#elsewhere = this.calls - this.held;
  }

  /** Admits a call if one of this window is leased. */
  spend(): boolean {
    if (this.releasing || this.spent >= this.held) return false;
    if (!this.#liveness.owns(this.start, this.periodMs, this.heldAt)) return false;
    this.spent += 1;
    return true;
  }

  /** Whether no call can be admitted before the window ends. */
  get refuses(): boolean {
    const allSpent = this.held === this.calls && this.spent >= this.held && !this.releasing;
    return allSpent || this.#exhausted;
  }

  /** Whether calls that others hold were requested a moment ago and not returned. */
  isUndecided(now: number): boolean {
    return now < this.#undecidedUntil;
  }

  get needsMore(): boolean {
    return !this.releasing && this.held < this.calls && (this.waiting.length + this.owed > 0 || this.runsLow);
  }

  ask(): RateRequest {
    const { name, calls, periodMs, waiting, owed, held, spent, start } = this;
    this.#requested = owed;
    return {
      name,
      calls,
      periodMs,
      need: Math.min(calls, waiting.length + owed),
      spentAt: spent >= held ? start : -1,
    };
  }

  /** Whether the others learn by the next request that this node needs, and has used, its equal part of the window. */
  get isFairlyUsed(): boolean {
    return this.waiting.length > 0 && this.spent >= this.held && this.held <= this.fair;
  }

  /** Whether more should be acquired before the rest is used. */
  get runsLow(): boolean {
    return this.held - this.spent < this.#low;
  }

  /** Until then no call waits: whether one could be admitted is not known. */
  doubtUntil(moment: number): void {
    this.#undecidedUntil = moment;
  }

  verdict(admitted: boolean, now: number): RateDecision {
    const left = this.held - this.spent + this.#elsewhere;
    return {
      admitted,
      remaining: admitted ? Math.max(0, Math.min(left, this.calls - this.spent)) : 0,
      resetSeconds: Math.max(1, Math.ceil((this.start + this.periodMs - now) / 1000)),
    };
  }

  /** Updates from what the database has given. */
  update({ amount, held, start, free, pending, fair }: AcquiredRate, now: number): void {
    // What it held before may have been given to others.
    this.spent = Math.min(this.spent, held - amount);
    this.held = held;
    this.fair = fair;
    this.entered = true;
    this.#follow(start, now);
    // A reply from before this window does not concern it.
    const current = this.start === start;
    this.#elsewhere = current ? free + pending : this.calls - held;
    this.#low = current && amount > 0 && free > 0 ? Math.ceil((held - this.spent) / 2) : 0;
    const wanted = this.waiting.length + this.owed;
    this.#exhausted = current && wanted > this.held - this.spent && free === 0 && pending === 0;
    const owed = this.owed;
    this.serve(now);
    // It is requested once. What was counted while the request was under way is not in it.
    this.owed -= Math.max(0, this.#requested - (owed - this.owed));
    this.#requested = 0;
  }

  /** Updates from what this node holds according to the database. */
  correct(known: HeldRate | undefined, now: number): void {
    const { held, start } = known ?? { held: 0, start: 0 };
    this.turn(now);
    if (held === 0) this.spent = 0;
    else if (held < this.calls) this.#follow(start, now);
    this.held = held;
    this.entered = known !== undefined;
    this.releasing = false;
    this.#low = 0;
    this.serve(now);
  }

  /** Counts windows from this start, as the others do. What is spent in the present one stays spent. */
  #follow(start: number, now: number): void {
    this.turn(now);
    const passed = Math.max(0, Math.floor((now - start) / this.periodMs)) * this.periodMs;
    const begins = start + passed;
    if (begins >= this.start + this.periodMs) this.spent = 0;
    this.start = begins;
  }

  /** Admits waiting calls as far as possible, and refuses the others if that is certain. */
  serve(now: number): void {
    while (this.owed > 0 && this.spend()) this.owed -= 1;
    while (this.waiting.length > 0 && this.spend()) this.waiting.serve(this.verdict(true, now));
    if (!this.refuses) return;
    while (this.waiting.length > 0) this.waiting.serve(this.verdict(false, now));
  }
}
