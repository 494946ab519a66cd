import { z } from "zod";
import { DECIDERS } from "../../vin/answer/describe.ts";
import { LOSSES } from "../../vin/answer/explain.ts";
import { PARTS } from "../../vin/answer/positions.ts";
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
export const derivedFields = z.array(
  z.object({
    field: text,
    value: text,
    rule: text,
    source: text
      .optional()
      .describe(
        "The dataset that the value is of, such as `epa 2025-11`; absent where it follows from vPIC's.",
      ),
  }),
);

/** What decided an element of a decode. */
export const decided = z.enum(DECIDERS);

/** What each position of a VIN means. */
export const vinPositions = z.array(
  z.object({
    position: z.int(),
    character: text,
    part: z.enum(PARTS),
    meaning: text,
    elements: z.array(text),
  }),
);

/** What `explain=true` adds: the positions, and for each element what decided it and what lost. */
export const explanation = z.object({
  positions: vinPositions,
  elements: z.array(
    z.object({
      element_id: z.int(),
      name: text,
      code: text,
      value: text,
      decided_by: z.enum([...DECIDERS, "derived"]),
      pattern_id: z.int().nullable(),
      key: text,
      positions: z.array(z.int()),
      rule: text,
      alternatives: z.array(
        z.object({
          value: text,
          decided_by: decided,
          pattern_id: z.int().nullable(),
          key: text,
          lost_by: z.enum(LOSSES),
        }),
      ),
    }),
  ),
});
