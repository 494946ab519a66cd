import { minuteMs } from "../../../base/durations.ts";
import type { Timing } from "../../../base/timing.ts";
import { WaitingCalls } from "../../sharing/waiting-calls.ts";
import type { AcquiredCredits } from "../acquire.ts";
import { isFrozenUntil } from "../freeze.ts";
import { SpendRate } from "./lease-size.ts";
import type { Refusal } from "./refusal.ts";

/** What becomes of a waiting call: it is admitted, refused, or to be tried with the next journal. */
export type WaitEnd = "granted" | "fenced" | Refusal;

/** A call that waits for credit. */
interface WaitingCall {
  readonly cost: number;
}

/** Credits come only from changes that every node is told of, and each clears a refusal; this is in case one is not. */
const refusedMs = minuteMs;

/** One subscription's credits as one journal has them at hand. Nothing here waits. */
export class LeasedCredits {
  readonly subscriptionId: string;
  /** Leased, and neither spent nor taken by a call. */
  free = 0;
  /** The number of the last lease operation. */
  op = 0;
  /** A lease operation is under way. */
  pending = false;
  /** AcquiredCredits by calls that have not ended. */
  inFlight = 0;
  callsInFlight = 0;
  /** What the database holds for this journal, as far as known. */
  held = 0;
  /** Left in the balance, and held by others, as the database last said. */
  remaining = 0;
  othersHeld = 0;
  frozenUntil = 0;
  unlimited = false;
  ended = false;
  /** When the question was put that the database last answered; -Infinity before. */
  answeredAt = Number.NEGATIVE_INFINITY;
  /** When the balance was last said to have changed. */
  noticedAt = Number.NEGATIVE_INFINITY;
  usedAt = 0;
  /** Fewer free than this, and more are taken. */
  low = 0;
  readonly waiting: WaitingCalls<WaitEnd, WaitingCall>;
  readonly rate = new SpendRate();
  #refusedUntil = Number.NEGATIVE_INFINITY;
  #refusedAbove = 0;

  constructor(subscriptionId: string, timing: Timing) {
    this.subscriptionId = subscriptionId;
    this.waiting = new WaitingCalls(timing);
  }

  /** Credits that calls wait for beyond those that are free. */
  get need(): number {
    let wanted = -this.free;
    for (const { cost } of this.waiting.calls) wanted += cost;
    return Math.max(0, wanted);
  }

  /** Calls wait, the lease runs low, or what is known of the balance is out of date. */
  get wantsMore(): boolean {
    return (
      this.waiting.length > 0 || this.free < this.low || this.unlimited || this.answeredAt < this.noticedAt
    );
  }

  /** The balance had nothing left when it was last read, and others or calls under way hold the rest. */
  get isShort(): boolean {
    return this.answeredAt > this.noticedAt && this.remaining === 0 && this.free === 0 && !this.unlimited;
  }

  /** Not spent, as far as known: exact where this is the only journal. */
  get left(): number {
    return this.remaining + this.othersHeld + this.free + this.inFlight;
  }

  /** Whether a call of this cost may be taken now; not before the database has said what a change has changed. */
  affords(cost: number): boolean {
    if (this.answeredAt < this.noticedAt) return false;
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

  /** Ends a call: it has spent, or gives back, what it had taken. */
  settle(cost: number, spent: boolean, metered: boolean): void {
    this.callsInFlight -= 1;
    if (!metered) return;
    this.inFlight -= cost;
    if (!spent) this.free += cost;
  }

  /** Takes note of what the database said to a question put at `askedAt`. */
  learn(taken: AcquiredCredits, askedAt: number): void {
    this.pending = false;
    this.free += taken.amount;
    this.held = taken.held;
    this.remaining = taken.remaining;
    this.othersHeld = taken.othersHeld;
    this.frozenUntil = taken.frozenUntil;
    this.unlimited = taken.unlimited;
    this.ended = !taken.active;
    this.answeredAt = askedAt;
  }

  /** Admits those that can pay, in their order. */
  serve(now: number): void {
    for (let next = this.waiting.first; next && this.affords(next.cost); next = this.waiting.first) {
      this.take(next.cost, now);
      this.waiting.serve("granted");
    }
  }

  /** Refuses those that cannot be paid for, now that the database has answered. */
  judge(now: number, wall: number): void {
    this.serve(now);
    if (this.waiting.length === 0) return;
    if (this.ended) this.waiting.endAll({ kind: "ended" });
    // A call of its own under way may yet give its credits back.
    if (isFrozenUntil(this.frozenUntil, wall) || this.callsInFlight > 0) return;
    const remaining = this.left;
    const unaffordable = ({ cost }: WaitingCall) => cost > remaining;
    if (!this.waiting.calls.some(unaffordable)) return;
    this.#refusedUntil = this.answeredAt + refusedMs;
    this.#refusedAbove = remaining;
    this.waiting.endAll({ kind: "exhausted", remaining }, unaffordable);
    this.serve(now);
  }

  /** The refusal of a moment ago, where it holds for this call too. */
  refusedAlready(cost: number, now: number): Refusal | undefined {
    if (now >= this.#refusedUntil || cost <= this.#refusedAbove) return undefined;
    return { kind: "exhausted", remaining: this.#refusedAbove };
  }

  /** To be called when the balance has changed: a call that was refused may be paid for now, and the reverse. */
  noticed(now: number): void {
    this.noticedAt = now;
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
  }
}
