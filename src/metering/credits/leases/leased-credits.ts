import { minuteMs } from "../../../base/durations.ts";
import type { Timing } from "../../../base/timing.ts";
import { idleMs } from "../../sharing/lease-queue.ts";
import { WaitingCalls } from "../../sharing/waiting-calls.ts";
import type { AcquiredCredits } from "../acquire.ts";
import type { CreditRelease, ReleasedCredits } from "../release.ts";
import { SpendRate } from "./lease-size.ts";
import type { Refusal } from "./refusal.ts";

/** Result of a waiting call: admitted, refused, or to be retried with the next journal. */
export type WaitEnd = "granted" | "fenced" | Refusal;

/** A call that waits for credits. */
interface WaitingCall {
  readonly cost: number;
}

/**
 * Every node is notified of changes that add credits, and each clears a refusal; this bounds a lost
 * notification.
 */
const refusedMs = minuteMs;

/** One subscription's credits leased to one journal, in memory. Nothing here waits. */
export class LeasedCredits {
  readonly subscriptionId: string;
  /** Leased, and neither spent nor reserved. */
  free = 0;
  /** The number of the last lease operation. */
  op = 0;
  /** Whether a lease operation is in flight. */
  pending = false;
  /** Reserved by calls in flight. */
  inFlight = 0;
  callsInFlight = 0;
  /** What the database has leased to this journal, as last known. */
  held = 0;
  /** Left in the balance (below zero if it owes credits), and leased by others, as last read. */
  remaining = 0;
  othersHeld = 0;
  frozen = false;
  unlimited = false;
  ended = false;
  /** When the last answered database request was sent; -Infinity before the first. */
  answeredAt = Number.NEGATIVE_INFINITY;
  /** When a change of the balance was last reported, and when any that adds credits was. */
  noticedAt = Number.NEGATIVE_INFINITY;
  #addedAt = Number.NEGATIVE_INFINITY;
  usedAt = 0;
  /** When a grant opens or expires, on the monotonic clock: the lease is returned before it is spent further. */
  dueAt = Number.POSITIVE_INFINITY;
  /** Whether it is being returned because of that. */
  isReturning = false;
  /** Below this many free credits, more are acquired. */
  low = 0;
  /** Whether the lease is less than half a minute's spending, and may be spent in a moment. */
  isShare = false;
  readonly waiting: WaitingCalls<WaitEnd, WaitingCall>;
  readonly rate = new SpendRate();
  #refusedUntil = Number.NEGATIVE_INFINITY;
  #refusedAbove = 0;

  constructor(subscriptionId: string, timing: Timing) {
    this.subscriptionId = subscriptionId;
    this.waiting = new WaitingCalls(timing);
  }

  /** Credits that waiting calls need beyond the free ones. */
  get need(): number {
    let wanted = -this.free;
    for (const { cost } of this.waiting.calls) wanted += cost;
    return Math.max(0, wanted);
  }

  /** Whether calls wait, the lease runs low, or the known balance is out of date. */
  get needsMore(): boolean {
    return this.waiting.length > 0 || this.free < this.low || this.unlimited || this.#isOld;
  }

  /** Whether the balance was empty when last read, with the rest leased by others or reserved. */
  get isShort(): boolean {
    const isKnown = this.answeredAt > Math.max(this.noticedAt, this.#addedAt);
    return isKnown && this.remaining <= 0 && this.free === 0 && !this.unlimited;
  }

  /** Whether the balance has changed since it was last read. */
  get #isOld(): boolean {
    return this.answeredAt < Math.max(this.noticedAt, this.#addedAt);
  }

  /** Credits not spent, as last known; exact if this is the only journal. */
  get left(): number {
    return Math.max(0, this.remaining + this.othersHeld + this.free + this.inFlight);
  }

  /** Whether its lease can be released: no call has used it for a while, and none will. */
  isIdle(now: number): boolean {
    const used = this.callsInFlight > 0 || this.waiting.length > 0 || this.pending;
    return !used && now - this.usedAt >= idleMs;
  }

  /**
   * Whether a call of this cost can be reserved now; false until a reported change has been read, and from the moment at
   * which a grant opens or expires until the lease was returned.
   */
  affords(cost: number, now: number): boolean {
    if (this.answeredAt < this.noticedAt || now >= this.dueAt) return false;
    return this.unlimited ? !this.ended : this.free >= cost;
  }

  take(cost: number, now: number): void {
    this.usedAt = now;
    this.callsInFlight += 1;
    if (this.unlimited) return;
    this.free -= cost;
    this.inFlight += cost;
    this.rate.add(cost, now);
  }

  /** Ends a call: its reservation is spent or released. */
  settle(cost: number, spent: boolean, metered: boolean): void {
    this.callsInFlight -= 1;
    if (!metered) return;
    this.inFlight -= cost;
    if (!spent) this.free += cost;
  }

  /** Updates from a database reply to a request sent at `requestedAt`. */
  update(taken: AcquiredCredits, requestedAt: number): void {
    this.pending = false;
    this.free += taken.amount;
    // A balance with less than that is not requested for every call.
    this.isShare = this.free < this.low;
    this.low = Math.min(this.low, this.free / 2);
    this.held = taken.held;
    this.remaining = taken.remaining;
    this.othersHeld = taken.othersHeld;
    this.frozen = taken.frozen;
    this.unlimited = taken.unlimited;
    this.ended = !taken.active;
    this.answeredAt = requestedAt;
    // The database's clock has whole milliseconds: it may have been almost one further.
    this.dueAt = taken.unlimited ? Number.POSITIVE_INFINITY : requestedAt + taken.dueInMs - 1;
  }

  /** Begins to release the free credits. */
  release(): CreditRelease {
    const amount = this.free;
    this.free = 0;
    this.op += 1;
    this.pending = true;
    return { subscriptionId: this.subscriptionId, op: this.op, amount };
  }

  /** Updates from the database's reply to a release. */
  released({ held, remaining }: ReleasedCredits): void {
    this.pending = false;
    this.isReturning = false;
    this.dueAt = Number.POSITIVE_INFINITY;
    this.held = held;
    this.remaining = remaining;
  }

  /** Admits the waiting calls that can be paid, in order. */
  serve(now: number): void {
    for (let next = this.waiting.first; next && this.affords(next.cost, now); next = this.waiting.first) {
      this.take(next.cost, now);
      this.waiting.serve("granted");
    }
  }

  /** Refuses the waiting calls that cannot be paid, now that the database has answered. */
  refuseUnaffordable(now: number): void {
    this.serve(now);
    if (this.waiting.length === 0) return;
    if (this.ended) this.waiting.endAll({ kind: "ended" });
    // A call in flight may still release its credits, and credits may have been added since the request was sent.
    if (this.frozen || this.callsInFlight > 0 || this.#isOld) return;
    const remaining = this.left;
    const unaffordable = ({ cost }: WaitingCall) => cost > remaining;
    if (!this.waiting.calls.some(unaffordable)) return;
    this.#refusedUntil = Math.min(this.answeredAt + refusedMs, this.dueAt);
    this.#refusedAbove = remaining;
    this.waiting.endAll({ kind: "exhausted", remaining }, unaffordable);
    this.serve(now);
  }

  /** The last refusal, if it also applies to this call. */
  refusedAlready(cost: number, now: number): Refusal | undefined {
    if (now >= this.#refusedUntil || cost <= this.#refusedAbove) return undefined;
    return { kind: "exhausted", remaining: this.#refusedAbove };
  }

  /**
   * Called when credits were added: earlier refusals no longer apply, and what is leased can be spent further. Whether
   * calls wait for them; otherwise the balance is read when the next call needs more.
   */
  creditsAdded(now: number): boolean {
    this.#addedAt = now;
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    return this.waiting.length > 0;
  }

  /** Called when the balance has changed: earlier refusals no longer apply, and it must be read. */
  markStale(now: number): true {
    this.noticedAt = now;
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
    return true;
  }
}
