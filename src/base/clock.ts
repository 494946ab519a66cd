/** Wall-clock time in integer milliseconds since 1970, UTC. Tests pass their own. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** A time that does not come, where a column may not be null. */
export const never = Number.MAX_SAFE_INTEGER;

/** ISO-8601 UTC with `Z`, or null for null. */
export function isoTime(milliseconds: number): string;
export function isoTime(milliseconds: number | null): string | null;
export function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
