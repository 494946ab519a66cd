import { z } from "zod";
import { listOf, recordAnswer, text, texts } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

const capacity = texts({ liters: "In liters.", us_quarts: "In US quarts." });

export const oilRecords: VehicleRecords = {
  name: "oil-lookup",
  label: "Oil and filters",
  kind: "vehicle",
  table: "oil_record",
  levels: ["make", "model", "engine"],
  required: 2,
  heading: ["year", "make", "model", "engine"],
  record: z.object({
    oil_specs: listOf(
      "The oils that suit the engine.",
      z.object({
        viscosity: text.describe("The SAE viscosity grade."),
        oil_type: text.describe("The kind of oil."),
        capacity_with_filter: capacity.describe("The oil for a change with a new filter."),
        capacity_without_filter: capacity.describe("The oil for a change without a new filter."),
        temperature: text.describe("The temperatures that the oil is for."),
      }),
    ),
    filters: listOf(
      "The oil filters that fit.",
      texts({ brand: "The brand.", part_number: "The maker's part number." }),
    ),
    drain_bolt: texts({
      socket_size_mm: "The size of its socket in millimeters.",
      torque_nm: "Its tightening torque in newton meters.",
    }).describe("The drain bolt."),
  }),
  origin: "Oil suppliers' lubricant guides, under license; owners' manuals.",
  example: {
    ...exampleNames,
    engine: "1.5L L4",
    facts: { displacement_l: 1.5, cylinders: 4 },
    oil_specs: [
      {
        viscosity: "0W-20",
        oil_type: "Full synthetic",
        capacity_with_filter: { liters: "3.5", us_quarts: "3.7" },
        capacity_without_filter: { liters: "3.2", us_quarts: "3.4" },
        temperature: "all",
      },
    ],
    filters: [{ brand: "Honda", part_number: "15400-PLM-A02" }],
    drain_bolt: { socket_size_mm: "17", torque_nm: "39" },
  },
};

export const oilLookup: LookupApi = {
  id: "oil-lookup",
  displayName: "Engine oil lookup",
  description: "Oil grade and capacity by VIN or plate.",
  group: "Parts",
  records: [oilRecords],
  families: [
    {
      noun: "EngineOil",
      title: "Engine oil",
      base: "/oil-lookup",
      tag: "Engine oil lookup",
      namings: ["vin", "license"],
      from: { kind: "record", records: oilRecords },
      response: recordAnswer("OilLookup", oilRecords),
    },
  ],
};
