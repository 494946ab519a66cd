import { z } from "zod";
import { answer, text, texts } from "./shape.ts";

const values = z.object({
  Condition: z.enum(["Outstanding", "Clean", "Average", "Rough"]),
  "Trade-In": text,
  "Private Party": text,
  "Dealer Retail": text,
});

export const MarketValuation = answer(
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
    }),
  }),
);
