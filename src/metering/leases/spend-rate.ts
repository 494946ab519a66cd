const slots = 10;
const slotMs = 1000;

/** Credits spent in the last ten seconds, second by second. */
export class SpendRate {
  readonly #spent = new Float64Array(slots);
  #slot = 0;

  add(credits: number, now: number): void {
    const slot = this.#move(now);
    this.#spent[slot] = this.#spent[slot]! + credits;
  }

  inTenSeconds(now: number): number {
    this.#move(now);
    let sum = 0;
    for (const credits of this.#spent) sum += credits;
    return sum;
  }

  #move(now: number): number {
    const slot = Math.floor(now / slotMs);
    const passed = Math.min(slots, slot - this.#slot);
    for (let index = 1; index <= passed; index++) this.#spent[(slot - passed + index) % slots] = 0;
    if (passed > 0) this.#slot = slot;
    return this.#slot % slots;
  }
}
