/** Wall-clock time in integer milliseconds since 1970, UTC. Tests pass their own. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** ISO-8601 UTC with `Z`, or null for null. */
export function isoTime(milliseconds: number): string;
export function isoTime(milliseconds: number | null): string | null;
export function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
