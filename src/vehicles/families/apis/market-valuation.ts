import { z } from "zod";
import { answer, listOf, text, texts, vehicleNames } from "../answer-schemas.ts";
import type { LookupApi } from "../family.ts";
import { saleRecords } from "./saleshistory.ts";

const values = z.object({
  Condition: z.enum(["Outstanding", "Clean", "Average", "Rough"]).describe("The condition of the vehicle."),
  ...texts({
    "Trade-In": "What a dealer pays for it.",
    "Private Party": "The price from a private seller.",
    "Dealer Retail": "The price at a dealer.",
  }).shape,
});

const sale = z.looseObject({
  year: text.describe("The model year, four digits."),
  mileage: z.int().describe("The mileage when it was sold."),
  price: z.number().describe("The price, as it was recorded."),
});

const MarketValuation = answer(
  "MarketValuation",
  z.object({
    intro: vehicleNames("vin").describe("The VIN that was valued; empty without one."),
    basic: vehicleNames("make", "model", "year", "trim")
      .extend({
        mileage: text.describe(
          "The mileage that the values are for; the nearest possible one if what was given is too far from the sales.",
        ),
        state: text.describe("The state, two letters."),
      })
      .describe("What the vehicle is."),
    market_value: z
      .object({
        market_value_data: listOf(
          "The values by trim.",
          z.object({
            trim: text.describe("The trim."),
            "market value": listOf("The values by condition.", values),
          }),
        ),
      })
      .describe("What the vehicle is worth."),
    statistics: z
      .looseObject({
        comparables: z.int().describe("The number of sales compared."),
        p15: z.number().describe("The price below which 15 % of such vehicles are expected to sell."),
        p50: z.number().describe("The price below which half of them are."),
        p85: z.number().describe("The price below which 85 % of them are."),
        mileage_median: z.number().describe("The median mileage of the sales."),
        as_of: text.describe("The last day that the data cover."),
        confidence: text.describe("How reliable the values are."),
        mileage_used: z.int().optional().describe("The mileage that the values are for."),
        method: z
          .enum(["fitted", "defaults"])
          .optional()
          .describe(
            "`fitted`: age, mileage and range were fitted to this dataset's sales. `defaults`: its sales are too few, and documented constants were used.",
          ),
        coverage: z
          .number()
          .nullable()
          .optional()
          .describe(
            "The share of sales, kept out of the fit, whose price lay between p15 and p85 of such values; null if not measured. The ranges are made for 0.7.",
          ),
        coverage_n: z.int().optional().describe("The number of sales that `coverage` was measured on."),
        error_median: z
          .number()
          .nullable()
          .optional()
          .describe(
            "The median distance of p50 from the price of those sales, as a share of the price; null if not measured.",
          ),
        sales: z
          .array(sale)
          .optional()
          .describe(
            "The newest of the sales compared, at most 40, as they were recorded; outliers and those of unknown mileage are left out.",
          ),
      })
      .describe("The spread of the sales that the values are based on."),
  }),
);

export const marketValuation: LookupApi = {
  id: "market-valuation",
  displayName: "Market valuation",
  description: "What a vehicle is worth, by VIN or model and mileage.",
  group: "Value",
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
      estimates: true,
      response: MarketValuation,
    },
  ],
};
