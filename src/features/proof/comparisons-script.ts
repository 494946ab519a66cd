import { callComparison, cutComparison } from "./call-check.ts";
import { logComparison } from "./log-check.ts";
import { saltComparison, statementComparison } from "./statement-check.ts";
import { tenureComparison } from "./tenure-check.ts";

/** What the consistency check compares of proofs. */
export const comparisons = [
  tenureComparison,
  logComparison,
  cutComparison,
  callComparison,
  statementComparison,
  saltComparison,
];
