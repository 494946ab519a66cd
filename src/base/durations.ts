export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The start of the span that a moment lies in. */
export function floorTo(at: number, spanMs: number): number {
  return Math.floor(at / spanMs) * spanMs;
}

/** The end of the span that a moment lies in; a moment between two spans is itself that end. */
export function ceilTo(at: number, spanMs: number): number {
  return Math.ceil(at / spanMs) * spanMs;
}
