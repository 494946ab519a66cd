import type { Compute } from "./compute.ts";

/** Answers `/open-recall`. */
export const openRecall: Compute = () => undefined;
