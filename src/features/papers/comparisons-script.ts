import { counterComparison } from "./number-check.ts";
import { paperComparison } from "./paper-check.ts";

/** What the consistency check compares of papers. */
export const comparisons = [paperComparison, counterComparison];
