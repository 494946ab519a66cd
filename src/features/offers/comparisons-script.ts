import { offerComparison } from "./offer-check.ts";

/** What the consistency check compares of offers. */
export const comparisons = [offerComparison];
