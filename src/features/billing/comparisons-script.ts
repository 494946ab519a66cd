import { periodComparison } from "./period-check.ts";
import { periodGrantComparison, planComparison } from "./plan-check.ts";

/** What the consistency check compares of plans. */
export const comparisons = [planComparison, periodComparison, periodGrantComparison];
