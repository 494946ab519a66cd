import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { answer, text, texts } from "../shape.ts";

export const headlightRecords: VehicleRecords = {
  name: "headlight-assembly",
  kind: "vehicle",
  table: "headlight_record",
  levels: ["make", "model"],
  required: 2,
  heading: ["year", "make", "model"],
};

const HeadlightAssembly = answer(
  "HeadlightAssembly",
  texts("year", "make", "model").extend({
    headlights: z.array(
      z.object({
        position: text,
        oem_numbers: z.array(text),
        partslink: text,
        bulb: texts("low_beam", "high_beam"),
        technology: text,
      }),
    ),
  }),
);

export const headlightAssembly: LookupApi = {
  id: "headlight-assembly",
  displayName: "Headlight assembly",
  description: "Headlight assemblies that fit a vehicle.",
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
      response: HeadlightAssembly,
    },
  ],
};
