import { given } from "../../../running/ports.ts";
import { type Compute, marketValues } from "./compute.ts";
import { motorcycleDecode } from "./motorcycle-decode.ts";
import { answerKnownProblems } from "./nhtsa/known-problems.ts";
import { answerSafetyRatings } from "./nhtsa/safety-ratings.ts";
import { openRecall, recallsOfNames } from "./recalls/open-recall.ts";
import { repairEstimates } from "./repair/repair-estimates.ts";

/** The answers that are computed rather than stored, by the id of their API. */
export const computed: Readonly<Record<string, Compute>> = {
  "market-valuation": (computation) => given(computation.context.running, marketValues)?.(computation),
  "repair-estimates": repairEstimates,
  "open-recall": openRecall,
  recalls: recallsOfNames,
  "motorcycle-decode": motorcycleDecode,
  "safety-ratings": answerSafetyRatings,
  "known-problems": answerKnownProblems,
};
