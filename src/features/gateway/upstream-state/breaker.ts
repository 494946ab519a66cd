import { Ramp } from "../../../base/fair/ramp.ts";

const windowMs = 10_000;
const callsLeast = 20;
const openMs = 5000;
/** So many calls under way show that an upstream has recovered: then no more wait. */
const recoveredCalls = 64;
const rampWaitMs = 1000;

/**
 * What a call shows of its upstream. `unconnected`: no connection could be made. `fault`: no answer that can be read, or
 * 502 to 504. `error`: another answer from 500 on, which a caller's own request may cause.
 */
export type Evidence = "well" | "error" | "fault" | "unconnected";

/** What an answer's status shows of its upstream. */
export function evidenceOf(status: number): Evidence {
  if (status < 500) return "well";
  return status >= 502 && status <= 504 ? "fault" : "error";
}

const weights: Readonly<Record<Evidence, number>> = { well: 0, error: 0.5, fault: 1, unconnected: 1 };

/** The calls of one payer within half a window. */
interface Counts {
  calls: number;
  failures: number;
}

/** The calls within half a window. */
class Half {
  readonly all: Counts = { calls: 0, failures: 0 };
  readonly payers = new Map<string, Counts>();
  unconnected = 0;
}

/**
 * Refuses the calls of an API while its upstream is down: failures that weigh half of at least 20 calls in 10 seconds
 * open it for 5 seconds, and then one call tries. After it more are under way with each that succeeds. Calls of one payer
 * alone open it only if no connection could be made, because a caller cannot cause that: of the payers, at least two and
 * at least half must be failing.
 */
export class Breaker {
  readonly #now: () => number;
  #windowEnd = 0;
  /** Counts of this half of the window and the one before, so that a failure does not wait for a window to fill. */
  #halves: readonly [now: Half, before: Half] = [new Half(), new Half()];
  #openUntil = 0;
  #trying = false;
  readonly #ramp = new Ramp(recoveredCalls);
  #underWay = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `probing`: its time is over, and the next call decides. */
  get state(): "closed" | "open" | "probing" {
    if (this.#openUntil === 0) return "closed";
    return this.#openUntil > this.#now() ? "open" : "probing";
  }

  /** Zero if a call may begin, else the milliseconds until one may. Every call that begins ends with `ended`. */
  waitMs(): number {
    const waitMs = this.#waitMs();
    if (waitMs === 0) this.#underWay += 1;
    return waitMs;
  }

  #waitMs(): number {
    const { allowed, most } = this.#ramp;
    if (this.#openUntil === 0) return allowed < most && this.#underWay >= allowed ? rampWaitMs : 0;
    const left = this.#openUntil - this.#now();
    if (left > 0) return left;
    if (this.#trying) return openMs;
    this.#trying = true;
    return 0;
  }

  /** Notes the end of a payer's call; without evidence if its outcome does not depend on the upstream. */
  ended(payer: string, evidence: Evidence | undefined): void {
    this.#underWay -= 1;
    if (this.#openUntil > 0) {
      // Calls from before it opened are no new evidence.
      if (!this.#trying) return;
      this.#trying = false;
      if (evidence === undefined) return;
      if (evidence === "fault" || evidence === "unconnected") this.#open();
      else this.#close();
      return;
    }
    if (evidence === undefined) return;
    if (evidence === "well") this.#ramp.succeeded();
    else if (weights[evidence] === 1) this.#ramp.failed(1);
    this.#turn();
    const [half] = this.#halves;
    const counts = half.payers.get(payer) ?? { calls: 0, failures: 0 };
    for (const each of [counts, half.all]) {
      each.calls += 1;
      each.failures += weights[evidence];
    }
    half.payers.set(payer, counts);
    if (evidence === "unconnected") half.unconnected += 1;
    if (evidence !== "well" && this.#isDown()) this.#open();
  }

  #open(): void {
    this.#openUntil = this.#now() + openMs;
    this.#ramp.failed();
  }

  #isDown(): boolean {
    const [now, before] = this.#halves;
    const all = sumOf(now.all, before.all);
    if (all.calls < callsLeast || !isFailing(all)) return false;
    if ((now.unconnected + before.unconnected) * 2 >= all.calls) return true;
    // Payers can be many: they are summed only if the calls of all are failing.
    const payers = new Map(before.payers);
    for (const [payer, counts] of now.payers) payers.set(payer, sumOf(counts, payers.get(payer)));
    const failing = [...payers.values()].filter(isFailing).length;
    return failing >= 2 && failing * 2 >= payers.size;
  }

  #turn(): void {
    const now = this.#now();
    if (now < this.#windowEnd) return;
    const follows = now < this.#windowEnd + windowMs / 2;
    this.#halves = [new Half(), follows ? this.#halves[0] : new Half()];
    this.#windowEnd = now + windowMs / 2;
  }

  #close(): void {
    this.#openUntil = 0;
    this.#ramp.succeeded();
    this.#windowEnd = 0;
    this.#halves = [new Half(), new Half()];
  }
}

const sumOf = (a: Counts, b: Counts = { calls: 0, failures: 0 }): Counts => ({
  calls: a.calls + b.calls,
  failures: a.failures + b.failures,
});

const isFailing = ({ calls, failures }: Counts): boolean => failures * 2 >= calls;
