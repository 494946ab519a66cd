export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The start of the interval that contains a moment. */
export function floorTo(at: number, spanMs: number): number {
  return Math.floor(at / spanMs) * spanMs;
}

/** The end of the interval that contains a moment; a boundary is its own end. */
export function ceilTo(at: number, spanMs: number): number {
  return Math.ceil(at / spanMs) * spanMs;
}
