import type { Timing } from "../../base/timing.ts";
import { RoundTrips, type RoundTripsOptions } from "./round-trips.ts";

/** The longest that a call waits to be admitted. */
export const longestWaitMs = 1000;
/** The rest of that for a call that came at `since` and may already have waited. */
export const restOfWait = (now: number, since = now): number => Math.max(0, since + longestWaitMs - now);
/** A lease unused for this long is released. */
export const idleMs = 30_000;
const retryWaitingMs = 50;
/** Less than a lease of a minute's spending lasts when it is refilled. */
const gatherMs = 500;

/** A node's lease for one subscription, with the calls that wait for more. */
interface Held {
  readonly waiting: { readonly length: number };
}

/** What is to be acquired from the database and released to it, in round trips. */
export class LeaseQueue<T extends Held> {
  /** Need more. */
  readonly acquiring = new Set<T>();
  /** Entries whose lease must be released. */
  readonly releasing = new Set<T>();
  /** Will need more. */
  readonly #later = new Set<T>();
  readonly #timing: Timing;
  readonly #roundTrips: RoundTrips;

  /** `hasWork`: whether other work is pending. */
  constructor(options: RoundTripsOptions & { readonly open: () => boolean }) {
    this.#timing = options.timing;
    this.#roundTrips = new RoundTrips({
      ...options,
      exchange: () => {
        this.#gather();
        return options.exchange();
      },
      hasWork: () => options.open() && (this.acquiring.size + this.releasing.size > 0 || options.hasWork()),
    });
  }

  /** `soon`: with what others request in the next moment, or in the next round trip. */
  acquire(each: T, when: "now" | "soon" = "now"): void {
    if (when === "now") {
      this.acquiring.add(each);
      this.arm();
      return;
    }
    if (this.#later.has(each)) return;
    this.#later.add(each);
    if (this.#later.size > 1) return;
    this.#timing.after(gatherMs, () => {
      this.#gather();
      this.arm();
    });
  }

  release(each: T): void {
    this.releasing.add(each);
    this.arm();
  }

  /** Requests again in a moment if calls still wait. */
  acquireAgain(each: T): void {
    if (each.waiting.length === 0) return;
    this.#timing.after(retryWaitingMs, () => {
      if (each.waiting.length > 0) this.acquire(each);
    });
  }

  /** Schedules the next round trip. */
  arm(): void {
    this.#roundTrips.arm();
  }

  #gather(): void {
    for (const each of this.#later) this.acquiring.add(each);
    this.#later.clear();
  }
}

/** Removes and returns the first of a set. */
export function takeFirst<T>(set: Set<T>, countMax: number): T[] {
  const first: T[] = [];
  for (const each of set) {
    if (first.length === countMax) break;
    first.push(each);
    set.delete(each);
  }
  return first;
}
