import type { ComputedName } from "../../families/family.ts";
import { repairEstimates } from "../repair/repair-estimates.ts";
import { marketValuation } from "../valuation/market-valuation.ts";
import type { Compute } from "./compute.ts";
import { motorcycleDecode } from "./motorcycle-decode.ts";
import { openRecall } from "./open-recall.ts";

/** The answers that are worked out rather than stored. */
export const computed: Readonly<Record<ComputedName, Compute>> = {
  "market-valuation": marketValuation,
  "repair-estimates": repairEstimates,
  "open-recall": openRecall,
  "motorcycle-decode": motorcycleDecode,
};
