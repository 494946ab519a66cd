const DIGIT = 0x7ff;

/** The numbers 0 to `count` − 1, sorted by several keys one after another, in the memory of two arrays. */
export class Sorting {
  #order: Uint32Array;
  #spare: Uint32Array;

  constructor(count: number) {
    this.#order = indices(count);
    this.#spare = new Uint32Array(count);
  }

  /** Valid until the next sort. */
  get order(): Uint32Array {
    return this.#order;
  }

  /** Sorts stably by `key[number]`, ascending. */
  by(key: Uint32Array): this {
    const sorted = sortWith(this.#order, this.#spare, key);
    if (sorted !== this.#order) [this.#order, this.#spare] = [this.#spare, this.#order];
    return this;
  }
}

/** Sorts `order` (indices) stably by `key[index]`, ascending. `order` itself is not changed. */
export const sortBy = (order: Uint32Array, key: Uint32Array): Uint32Array =>
  sortWith(order.slice(), new Uint32Array(order.length), key);

/** Sorts 11 bits at a time; returns whichever of the two arrays has the result. */
function sortWith(order: Uint32Array, spare: Uint32Array, key: Uint32Array): Uint32Array {
  // By index: an iterator makes an object for each of millions of steps.
  let largest = 0;
  for (let i = 0; i < key.length; i++) if (key[i]! > largest) largest = key[i]!;
  let [from, to] = [order, spare];
  const starts = new Uint32Array(DIGIT + 2);
  for (let shift = 0; shift === 0 || (shift < 32 && largest >>> shift > 0); shift += 11) {
    starts.fill(0);
    for (let i = 0; i < from.length; i++) {
      const digit = (key[from[i]!]! >>> shift) & DIGIT;
      starts[digit + 1] = starts[digit + 1]! + 1;
    }
    for (let digit = 1; digit <= DIGIT + 1; digit++) starts[digit] = starts[digit]! + starts[digit - 1]!;
    for (let i = 0; i < from.length; i++) {
      const index = from[i]!;
      const digit = (key[index]! >>> shift) & DIGIT;
      to[starts[digit]!] = index;
      starts[digit] = starts[digit]! + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The numbers 0 to `count` − 1. */
export function indices(count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return order;
}
