import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { answer, texts } from "../shape.ts";

export const partRecords: VehicleRecords = {
  name: "oem-parts",
  kind: "vehicle",
  table: "part_record",
  levels: ["make", "model", "trim", "category", "subcategory"],
  required: 5,
  heading: ["year", "make", "model", "trim", "category", "subcategory"],
};

const OemParts = answer(
  "OemParts",
  texts("year", "make", "model", "trim", "category", "subcategory").extend({
    parts: z.array(
      texts("part_number", "name", "description", "quantity", "msrp", "superseded_by", "diagram", "notes"),
    ),
  }),
);

export const oemParts: LookupApi = {
  id: "oem-parts",
  displayName: "OEM parts catalog",
  description: "Manufacturers' parts by category.",
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
      response: OemParts,
    },
  ],
};
