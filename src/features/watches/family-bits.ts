import { type WatchedLookup, watchedLookups } from "../../vehicles/families/watched.ts";

/** The APIs whose lookups can be watched. */
export const watchedApis: readonly string[] = watchedLookups.map(({ api }) => api);

/** The lookups of stored bits. */
export function lookupsOf(bits: number): readonly WatchedLookup[] {
  return watchedLookups.filter(({ bit }) => (bits & bit) !== 0);
}

/** The stored form of some lookups. */
export function bitsOf(lookups: readonly WatchedLookup[]): number {
  return lookups.reduce((bits, { bit }) => bits | bit, 0);
}

/** The names of stored bits, as customers read them. */
export function namesOf(bits: number): string[] {
  return lookupsOf(bits).map(({ api }) => api);
}
