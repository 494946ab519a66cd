import { z } from "zod";
import { listOf, recordAnswer, texts } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

export const partRecords: VehicleRecords = {
  name: "oem-parts",
  label: "OEM parts",
  kind: "vehicle",
  table: "part_record",
  levels: ["make", "model", "trim", "category", "subcategory"],
  required: 5,
  heading: ["year", "make", "model", "trim", "category", "subcategory"],
  record: z.object({
    parts: listOf(
      "The parts of the category.",
      texts({
        part_number: "The maker's part number.",
        name: "The part's name.",
        description: "What the part is.",
        quantity: "How many a vehicle has.",
        msrp: "The suggested retail price in US dollars.",
        superseded_by: "The part number that replaces this one.",
        diagram: "The address of a drawing.",
        notes: "Remarks.",
      }),
    ),
  }),
  origin: "Manufacturers' electronic parts catalogues, under contract.",
  example: {
    ...exampleNames,
    trim: "EX",
    category: "Brakes",
    subcategory: "Front Brakes",
    parts: [
      {
        part_number: "45022-TLA-A01",
        name: "Pad set, front",
        quantity: "1",
        msrp: "81.30",
        diagram: "B-1",
      },
    ],
  },
};

export const oemParts: LookupApi = {
  id: "oem-parts",
  displayName: "OEM parts catalog",
  description: "Manufacturers' parts by category.",
  group: "Parts",
  records: [partRecords],
  families: [
    {
      noun: "OemParts",
      title: "Manufacturer's parts",
      base: "/oem-parts",
      tag: "OEM parts",
      namings: ["part"],
      selector: {
        base: "/oem-parts/options",
        tag: "OEM parts options",
        steps: ["year", "make", "model", "trim", "categories", "subcategories"],
      },
      from: { kind: "record", records: partRecords },
      response: recordAnswer("OemParts", partRecords),
    },
  ],
};
