const slots = 10;
const slotMs = 1000;
/** A burst in less time is no rate. */
const knownLeastMs = 2000;

/** Credits spent in the last ten seconds, by second. */
export class SpendRate {
  readonly #spent = new Float64Array(slots);
  #slot = 0;
  /** Since when no ten seconds were without spending. */
  #since = Number.NEGATIVE_INFINITY;
  #addedAt = Number.NEGATIVE_INFINITY;

  add(credits: number, now: number): void {
    if (now - this.#addedAt >= slots * slotMs) this.#since = now;
    this.#addedAt = now;
    const slot = this.#move(now);
    this.#spent[slot] = this.#spent[slot]! + credits;
  }

  /**
   * What ten seconds spend at the present rate. The first seconds count for ten: otherwise a node would acquire a little
   * several times.
   */
  inTenSeconds(now: number): number {
    this.#move(now);
    let sum = 0;
    for (const credits of this.#spent) sum += credits;
    const knownMs = Math.min(slots * slotMs, Math.max(knownLeastMs, now - this.#since));
    return (sum * slots * slotMs) / knownMs;
  }

  #move(now: number): number {
    const slot = Math.floor(now / slotMs);
    const passed = Math.min(slots, slot - this.#slot);
    for (let index = 1; index <= passed; index++) this.#spent[(slot - passed + index) % slots] = 0;
    if (passed > 0) this.#slot = slot;
    return this.#slot % slots;
  }
}

// A lease lasts about as long as a cached key while the database is unreachable.
const tenSecondsTimes = 6;
const leastAlone = 100;
const leastAmongOthers = 1;
const most = 100_000;

/** How many credits a journal tries to have leased, from its recent spending. */
export function leaseSize(rate: SpendRate, now: number, journals: number): number {
  const least = journals > 1 ? leastAmongOthers : leastAlone;
  return Math.min(most, Math.max(least, Math.ceil(rate.inTenSeconds(now) * tenSecondsTimes)));
}

/** A lease gets at most one part in this many of a balance, because other nodes need some too. */
export function leaseShare(journals: number): number {
  return journals > 1 ? 2 * journals : 1;
}

/** Target duration of a round trip; it sets the size of a group. */
const roundTripMs = 20;
export const groupLeast = 128;
const groupMost = 2048;

/** The size of the next group: larger while the database is fast, smaller when it is slow. */
export function fittingGroup(size: number, tookMs: number): number {
  const factor = Math.min(2, Math.max(0.5, roundTripMs / Math.max(1, tookMs)));
  return Math.round(Math.min(groupMost, Math.max(groupLeast, size * factor)));
}
