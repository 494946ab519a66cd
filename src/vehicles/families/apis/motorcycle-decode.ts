import { z } from "zod";
import { answer, text, texts } from "../answer-schemas.ts";
import { decodeGroups, derivedFields } from "../decode-groups.ts";
import type { LookupApi } from "../family.ts";

/** The groups of a VIN decode, and members of motorcycles only. */
const MotorcycleDecode = answer(
  "MotorcycleDecode",
  z.looseObject({
    ...decodeGroups,
    check: decodeGroups.check.optional().describe("Absent without a VIN."),
    derived: derivedFields.optional().describe("Absent without a VIN."),
    ...texts({
      displacement_cc: "The displacement in cubic centimeters.",
      engine_cycles: "Two or four strokes.",
      chassis: "The kind of chassis.",
      suspension: "The kind of suspension.",
    }).shape,
    note: text.optional().describe("Without a VIN: says that only what all of the model share is shown."),
  }),
);

export const motorcycleDecode: LookupApi = {
  id: "motorcycle-decode",
  displayName: "Motorcycle decode",
  description: "Motorcycles by VIN or year, make and model.",
  group: "Identify",
  examples: {
    vin: "1HD1KB4147Y990075",
    year: "2007",
    make: "Harley-Davidson",
    model: "Street Glide",
  },
  families: [
    {
      noun: "Motorcycle",
      title: "Motorcycle",
      base: "/motorcycle-decode",
      tag: "Motorcycle decode",
      namings: ["vin", "ymm"],
      extensions: ["vin", "ymm"],
      selector: {
        base: "/motorcycle-decode/options",
        tag: "Motorcycle options",
        steps: ["year", "make", "model"],
        extensions: ["model"],
      },
      motorcycles: true,
      from: { kind: "computed" },
      response: MotorcycleDecode,
    },
  ],
};
