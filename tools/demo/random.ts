/** Random numbers that are the same for a seed on every machine. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** From 0 to below 1. */
  fraction(): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A number near 1: most are within `spread` of it, all within three times that. */
  near(spread: number): number;
}

/** The random numbers of one thing, by its names. Other things do not change them. */
export function randomFor(seed: number, ...names: readonly (string | number)[]): Random {
  // FNV-1a spreads the names, splitmix32 draws.
  let state = (2166136261 ^ seed) >>> 0;
  for (const character of names.join("\n")) {
    state = Math.imul(state ^ character.charCodeAt(0), 16777619) >>> 0;
  }
  const fraction = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    below,
    fraction,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => fraction() < probability,
    pick: (list) => list[below(list.length)]!,
    // The sum of three draws is bell-shaped.
    near: (spread) => 1 + spread * (fraction() + fraction() + fraction() - 1.5) * 2,
  };
}
