import { z } from "zod";
import type { LookupApi } from "../family.ts";
import { answer, text, texts } from "../shape.ts";
import { saleRecords } from "./saleshistory.ts";

const values = z.object({
  Condition: z.enum(["Outstanding", "Clean", "Average", "Rough"]),
  "Trade-In": text,
  "Private Party": text,
  "Dealer Retail": text,
});

const MarketValuation = answer(
  "MarketValuation",
  z.object({
    intro: texts("vin"),
    basic: texts("make", "model", "year", "trim", "mileage", "state"),
    market_value: z.object({
      market_value_data: z.array(z.object({ trim: text, "market value": z.array(values) })),
    }),
    statistics: z.looseObject({
      comparables: z.int(),
      p15: z.number(),
      p50: z.number(),
      p85: z.number(),
      mileage_median: z.number(),
      as_of: text,
      confidence: text,
      sales: z.array(z.looseObject({ year: text, mileage: z.int(), price: z.number() })).optional(),
    }),
  }),
);

export const marketValuation: LookupApi = {
  id: "market-valuation",
  displayName: "Market valuation",
  description: "What a vehicle is worth, by VIN or model and mileage.",
  families: [
    {
      noun: "MarketValuation",
      title: "Market value",
      base: "/market-valuation",
      tag: "Market valuation",
      namings: ["vin", "ymm"],
      selector: {
        base: "/market-valuation/options",
        tag: "Market valuation options",
        steps: ["year", "make", "model"],
      },
      from: { kind: "computed", named: [saleRecords], ofRecordsAlone: true, needs: saleRecords },
      mileage: true,
      response: MarketValuation,
    },
  ],
};
