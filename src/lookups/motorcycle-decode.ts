import type { Compute } from "./compute.ts";

/** Answers `/motorcycle-decode`. */
export const motorcycleDecode: Compute = () => undefined;
