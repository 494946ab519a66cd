import { dayMs } from "../../../base/durations.ts";

export { monthRange } from "../../../base/durations.ts";

// Days and months of proofs are those of UTC: a text such as `2026-10-01` or `2026-10`.

/** The day that contains a moment, milliseconds UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** When a day begins, milliseconds UTC. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
export const endOf = (day: string): number => startOf(day) + dayMs;
export const dayAfter = (day: string): string => dayOf(endOf(day));
export const dayBefore = (day: string): string => dayOf(startOf(day) - dayMs);
export const monthOf = (day: string): string => day.slice(0, 7);
