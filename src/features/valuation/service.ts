import type { Service } from "../../feature.ts";
import { give } from "../../running/ports.ts";
import { marketValues } from "../../vehicles/lookups/computed/compute.ts";
import { marketValuation } from "./market-valuation.ts";

export const service: Service = {
  provides: [marketValues],
  open: () => ({ gives: new Map([give(marketValues, marketValuation)]) }),
};
