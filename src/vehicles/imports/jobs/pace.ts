import type { ImportProgress } from "./runs.ts";

/** How fast rows are read, and how long it will take to read the rest; undefined where nobody knows. */
export interface Pace {
  readonly rowsPerSecond: number;
  readonly secondsLeft: number | undefined;
}

/** Before so much is read, nothing can be said of the rest. */
const shareLeast = 0.02;

export function paceOf({ seconds = 0, done, total, rows }: ImportProgress): Pace {
  const took = Math.max(seconds, 0.001);
  const share = total ? done / total : 0;
  return {
    rowsPerSecond: Math.round(rows / took),
    secondsLeft: share > shareLeast ? Math.ceil(took / share - took) : undefined,
  };
}
