import { z } from "zod";
import { answer, listOf, text, texts, vehicleNames } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { specificationRecords } from "./ymm-specs.ts";

const dollars = z.number().min(0).describe("Whole currency units.");

const cost = z.object({
  name: z.enum(["Parts", "Labor"]).describe("The kind of cost."),
  desc: text.describe("The cost in words."),
  high: dollars,
  low: dollars,
});

const services = listOf(
  "The services and what they cost.",
  texts({ title: "The service.", description: "What the service is." }).extend({
    value: text.describe("Unique slug of the service."),
    costs: z.array(cost).length(2).describe("The cost's parts and labor."),
  }),
);

export const repairRecords: VehicleRecords = {
  name: "repair-estimates",
  label: "Repair estimates",
  kind: "vehicle",
  table: "repair_record",
  // The service's own estimates are shown.
  demo: "none",
  levels: ["make", "model", "trim"],
  required: 3,
  heading: [],
  record: z.object({ repair: services }),
  origin: "Labor-time guides under license; your own invoices. The service estimates what no record has.",
  example: {
    ...exampleNames,
    trim: "EX",
    repair: [
      {
        title: "Oil Change",
        description: "Oil and filter are replaced.",
        value: "oil-change",
        costs: [
          { name: "Parts", desc: "Oil and filter", high: 60, low: 35 },
          { name: "Labor", desc: "0.5 hours", high: 80, low: 45 },
        ],
      },
    ],
  },
};

const trimGroups = listOf(
  "The services by trim.",
  z.object({
    trim: text.describe("Empty if it is unknown; by names, `All trims` asks for the same costs."),
    repair: services,
  }),
);

/** The specification's 2.2. */
const RepairEstimates = answer(
  "RepairEstimates",
  z.object({
    data: vehicleNames("year", "make", "model")
      .extend({
        repair: trimGroups,
        basis: text
          .optional()
          .describe(
            "Says that costs are the service's own estimates, and of which trims if not of all; absent if all are the operator's records.",
          ),
        note: text.optional().describe("Says that the requested trim is unknown; absent if it is known."),
        narrowed: z
          .object({
            by: text.describe("What the VIN says: `Gasoline, 6 cylinders, 4WD/4-Wheel Drive/4x4`."),
            repair: trimGroups,
          })
          .optional()
          .describe(
            "The costs for the VIN's own engine, drive and weight, if `narrow` is true; `repair` has those of its trim.",
          ),
      })
      .describe("The response body."),
  }),
);

/** Names the whole model if no trim of it is known. */
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
  group: "Value",
  records: [repairRecords],
  families: [
    {
      noun: "RepairEstimates",
      title: "Repair costs",
      description:
        "Low and high cost of parts and labor for each repair: U.S. vehicles of model years 1991 to 2026, mechanical work only, without tax. A VIN is resolved to its trim and has the costs of the trim, as the form by names has; if it fits several, each has its own group.",
      base: "/repair-estimates",
      tag: "Repair estimates",
      namings: ["vin", "ymmt"],
      from: { kind: "computed", named: [repairRecords, specificationRecords] },
      coverage: repairCoverage,
      estimates: true,
      narrows: true,
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
