import type { Compute } from "./compute.ts";

/** Answers `/market-valuation`. */
export const marketValuation: Compute = () => undefined;
