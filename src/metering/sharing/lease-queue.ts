import type { Timing } from "../../base/timing.ts";
import { RoundTrips, type RoundTripsOptions } from "./round-trips.ts";

/** The longest that a call waits for what it needs to be admitted. */
export const longestWaitMs = 1000;
/** What is left of it for a call that came at `since`, and may have waited for other things. */
export const restOfWait = (now: number, since = now): number => Math.max(0, since + longestWaitMs - now);
/** What lies unused for so long is given back. */
export const idleMs = 30_000;
const retryWaitingMs = 50;

/** What a node holds a part of for one subscription, with the calls that wait for more. */
interface Held {
  readonly waiting: { readonly length: number };
}

/** What is to be taken from the database and given back to it, in turns. */
export class LeaseQueue<T extends Held> {
  /** Want more. */
  readonly wanting = new Set<T>();
  /** Are to be given back. */
  readonly leaving = new Set<T>();
  readonly #timing: Timing;
  readonly #turns: RoundTrips;

  /** `wanted` says whether there is something to do beside these. */
  constructor(options: RoundTripsOptions & { readonly open: () => boolean }) {
    this.#timing = options.timing;
    this.#turns = new RoundTrips({
      ...options,
      wanted: () => options.open() && (this.wanting.size + this.leaving.size > 0 || options.wanted()),
    });
  }

  want(each: T): void {
    this.wanting.add(each);
    this.arm();
  }

  leave(each: T): void {
    this.leaving.add(each);
    this.arm();
  }

  /** Asks again in a moment where calls still wait. */
  wantAgain(each: T): void {
    if (each.waiting.length === 0) return;
    this.#timing.after(retryWaitingMs, () => {
      if (each.waiting.length > 0) this.want(each);
    });
  }

  /** Sees to it that the next turn comes. */
  arm(): void {
    this.#turns.arm();
  }
}

/** Takes the first of a set out of it. */
export function takeFirst<T>(set: Set<T>, countMax: number): T[] {
  const first: T[] = [];
  for (const each of set) {
    if (first.length === countMax) break;
    first.push(each);
    set.delete(each);
  }
  return first;
}
