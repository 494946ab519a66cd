import type { ImportProgress } from "./runs.ts";

/** The rate of reading, and the seconds left; undefined if unknown. */
export interface Pace {
  readonly rowsPerSecond: number;
  readonly secondsLeft: number | undefined;
}

/** Below this share the rest cannot be estimated. */
const shareLeast = 0.02;

export function paceOf({ seconds = 0, done, total, rows }: ImportProgress): Pace {
  const took = Math.max(seconds, 0.001);
  const share = total ? done / total : 0;
  return {
    rowsPerSecond: Math.round(rows / took),
    secondsLeft: share > shareLeast ? Math.ceil(took / share - took) : undefined,
  };
}
