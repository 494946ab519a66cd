import { z } from "zod";
import { text, texts } from "./shape.ts";

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
  manufacturer: texts("manufacturer", "region", "country", "plant_city", "plant_country"),
  transmission: texts("transmission_style"),
  restraint: texts("others"),
  dimensions: texts("gvwr"),
  drivetrain: texts("drive_type"),
  fuel: texts("fuel_type", "secondary_fuel_type"),
  check,
};

/** The fields of a decode that no pattern states and that follow from others. */
export const derivedFields = z.array(z.object({ field: text, value: text, rule: text }));
