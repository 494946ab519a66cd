import { z } from "zod";
import { decodeGroups, derivedFields } from "../decode-groups.ts";
import type { LookupApi } from "../family.ts";
import { answer, text } from "../shape.ts";

/** The groups of a VIN decode, and what matters of motorcycles alone. */
const MotorcycleDecode = answer(
  "MotorcycleDecode",
  z.looseObject({
    ...decodeGroups,
    check: decodeGroups.check.optional().describe("Absent where no VIN was given."),
    derived: derivedFields.optional().describe("Absent where no VIN was given."),
    displacement_cc: text,
    engine_cycles: text,
    chassis: text,
    suspension: text,
    note: text.optional().describe("Says that no VIN was given: only what all of the model share is told."),
  }),
);

export const motorcycleDecode: LookupApi = {
  id: "motorcycle-decode",
  displayName: "Motorcycle decode",
  description: "Motorcycles by VIN or year, make and model.",
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
