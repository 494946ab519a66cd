import type { Compute } from "./compute.ts";

/** Answers `/repair-estimates`. */
export const repairEstimates: Compute = () => undefined;
