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

// Months are those of UTC, such as `2026-10`.

const firstOf = (month: string, later: number): Date => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + later));
};

/** When a month begins, and when it has ended: milliseconds. */
export const monthRange = (month: string): { readonly from: number; readonly to: number } => ({
  from: firstOf(month, 0).getTime(),
  to: firstOf(month, 1).getTime(),
});

/** The month that is `later` months after another; before it, if that is below zero. */
export const laterMonth = (month: string, later: number): string =>
  firstOf(month, later).toISOString().slice(0, 7);

/** The months from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = laterMonth(month, 1)) months.push(month);
  return months;
}
