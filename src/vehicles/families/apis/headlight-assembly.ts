import { z } from "zod";
import { listOf, recordAnswer, text, texts } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

export const headlightRecords: VehicleRecords = {
  name: "headlight-assembly",
  label: "Headlights",
  kind: "vehicle",
  table: "headlight_record",
  levels: ["make", "model"],
  required: 2,
  heading: ["year", "make", "model"],
  record: z.object({
    headlights: listOf(
      "The headlights that fit.",
      z.object({
        position: text.describe("Left or right."),
        oem_numbers: listOf("The maker's part numbers.", text),
        partslink: text.describe("The Partslink number."),
        bulb: texts({
          low_beam: "The bulb of the low beam.",
          high_beam: "The bulb of the high beam.",
        }).describe("The bulb's type."),
        technology: text.describe("The kind of light, such as halogen or LED."),
      }),
    ),
  }),
  origin:
    "Aftermarket catalogues (ACES/PIES data of lamp suppliers, Partslink numbers) and manufacturers' parts catalogues, under contract.",
  example: {
    ...exampleNames,
    headlights: [
      {
        position: "left",
        oem_numbers: ["33150-TLA-A01"],
        partslink: "HO2502180",
        bulb: { low_beam: "H11", high_beam: "9005" },
        technology: "halogen",
      },
    ],
  },
};

export const headlightAssembly: LookupApi = {
  id: "headlight-assembly",
  displayName: "Headlight assembly",
  description: "Headlight assemblies that fit a vehicle.",
  group: "Parts",
  records: [headlightRecords],
  families: [
    {
      noun: "HeadlightAssembly",
      title: "Headlight assemblies",
      base: "/headlight-assembly",
      tag: "Headlight assembly lookup",
      namings: ["ymm", "vin"],
      selector: {
        base: "/headlight-assembly/options",
        tag: "Headlight assembly options",
        steps: ["year", "make", "model"],
      },
      from: { kind: "record", records: headlightRecords },
      response: recordAnswer("HeadlightAssembly", headlightRecords),
    },
  ],
};
