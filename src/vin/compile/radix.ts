const DIGIT = 0x7ff;

/**
 * Sorts `order` (indices) stably by `key[index]`, ascending, 11 bits at a time. `order` itself is not
 * changed.
 */
export function sortBy(order: Uint32Array, key: Uint32Array): Uint32Array {
  let largest = 0;
  for (const value of key) if (value > largest) largest = value;
  let from: Uint32Array = order.slice();
  let to: Uint32Array = new Uint32Array(order.length);
  const starts = new Uint32Array(DIGIT + 2);
  for (let shift = 0; shift === 0 || (shift < 32 && largest >>> shift > 0); shift += 11) {
    starts.fill(0);
    for (const index of from) {
      const digit = (key[index]! >>> shift) & DIGIT;
      starts[digit + 1] = starts[digit + 1]! + 1;
    }
    for (let digit = 1; digit <= DIGIT + 1; digit++) starts[digit] = starts[digit]! + starts[digit - 1]!;
    for (const index of from) {
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
