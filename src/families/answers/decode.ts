import { z } from "zod";
import { answer, text, texts } from "./shape.ts";

const check = z.object({
  valid: z.boolean(),
  check_digit: text,
  expected: text,
  warnings: z.array(text),
});

/** The groups that every decode has; what the data does not hold is an empty string. */
export const decodeGroups = {
  intro: texts("vin"),
  basic: texts(
    "make",
    "model",
    "year",
    "trim",
    "body_type",
    "vehicle_type",
    "doors",
    "vehicle_size",
    "seating_capacity",
  ),
  engine: texts(
    "cylinders",
    "engine_size",
    "engine_description",
    "engine_capacity",
    "engine_configuration",
    "electrification_level",
  ),
  manufacturer: texts("manufacturer", "region", "country", "plant_city"),
  transmission: texts("transmission_style"),
  restraint: texts("others"),
  dimensions: texts("gvwr"),
  drivetrain: texts("drive_type"),
  fuel: texts("fuel_type", "secondary_fuel_type"),
  check,
};

/** The answer of the basic decode. */
export const VinDecode = answer("VinDecode", z.object(decodeGroups));

/**
 * The basic groups, then every element with the pattern that decided it, every position explained, and the
 * build sheet as it was imported, absent where there is none.
 */
export const OemVinDecode = answer(
  "OemVinDecode",
  z.object({
    ...decodeGroups,
    descriptor: text,
    elements: z.array(
      z.object({
        element_id: z.int(),
        name: text,
        code: text,
        group: text,
        value: text,
        decided_by: z.enum(["pattern", "engine", "formula", "model", "conversion", "manufacturer", "year"]),
        pattern_id: z.int().nullable(),
        key: text,
      }),
    ),
    positions: z.array(z.looseObject({})),
    build_sheet: z.looseObject({}).optional(),
  }),
);
