import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { answer, text, texts } from "../shape.ts";
import { specificationRecords } from "./ymm-specs.ts";

export const repairRecords: VehicleRecords = {
  name: "repair-estimates",
  kind: "vehicle",
  table: "repair_record",
  levels: ["make", "model", "trim"],
  required: 3,
  heading: [],
};

const dollars = z.number().min(0).describe("Whole currency units.");

const cost = z.object({ name: z.enum(["Parts", "Labor"]), desc: text, high: dollars, low: dollars });

const service = texts("title", "description").extend({
  value: text.describe("Unique slug of the service."),
  costs: z.array(cost).length(2),
});

/** The specification's 2.2. */
const RepairEstimates = answer(
  "RepairEstimates",
  z.object({
    data: texts("year", "make", "model").extend({
      repair: z.array(
        z.object({ trim: text.describe("Empty where it is not known."), repair: z.array(service) }),
      ),
      note: text.optional().describe("Says that the trim asked for is not known; absent where it is."),
    }),
  }),
);

/** Names the whole model where no trim of it is known. */
export const anyTrim = "All trims";

/** What estimates are made for (the specification's section 8). */
export const repairCoverage = {
  first: 1991,
  last: 2026,
  of: "estimates for cars, light trucks and multipurpose vehicles sold in the United States",
} as const;

export const repairEstimates: LookupApi = {
  id: "repair-estimates",
  displayName: "Repair estimates",
  description: "Parts and labor cost ranges for repair services.",
  records: [repairRecords],
  families: [
    {
      noun: "RepairEstimates",
      title: "Repair costs",
      description:
        "Low and high cost of parts and labor for each repair: U.S. vehicles of model years 1991 to 2026, mechanical work only, without tax. A VIN is resolved to its trim; where it leaves several open, each has its own group.",
      base: "/repair-estimates",
      tag: "Repair estimates",
      namings: ["vin", "ymmt"],
      from: { kind: "computed", named: [repairRecords, specificationRecords] },
      coverage: repairCoverage,
      selector: {
        base: "/repair-estimates/options",
        tag: "Repair estimates options",
        steps: ["year", "make", "model", "trim"],
        extensions: ["year", "make", "model", "trim"],
        anyTrim,
      },
      response: RepairEstimates,
    },
  ],
};
