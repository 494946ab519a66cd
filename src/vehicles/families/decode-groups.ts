import { z } from "zod";
import { DECIDERS } from "../../vin/answer/describe.ts";
import { LOSSES } from "../../vin/answer/explain.ts";
import { PARTS } from "../../vin/answer/positions.ts";
import { listOf, text, texts, vehicleNames } from "./answer-schemas.ts";

const check = z
  .object({
    valid: z.boolean().describe("Whether the VIN has no error."),
    check_digit: text.describe("The check digit in the VIN."),
    expected: text.describe("The check digit that the other characters call for."),
    warnings: listOf("Warnings about the VIN or its decoding, in words.", text),
  })
  .describe("The check of the VIN.");

/** The groups that every decode has; what the data do not have is an empty string. */
export const decodeGroups = {
  intro: vehicleNames("vin").describe("The VIN that was decoded."),
  basic: texts({
    make: "The make.",
    model: "The model.",
    year: "The model year, four digits.",
    trim: "The trim.",
    body_type: "The kind of body.",
    vehicle_type: "The kind of vehicle, as vPIC names it.",
    doors: "The number of doors.",
    vehicle_size: "The size class.",
    seating_capacity: "The number of seats.",
  }).describe("What the vehicle is."),
  engine: texts({
    cylinders: "The number of cylinders.",
    engine_size: "The displacement in liters.",
    engine_description: "The engine's model or type.",
    engine_capacity: "The displacement in cubic centimeters.",
    engine_configuration: "How the cylinders are arranged.",
    electrification_level: "The kind of electric drive, empty for none or unknown.",
  }).describe("The engine."),
  manufacturer: texts({
    manufacturer: "Who made the vehicle.",
    region: "The region of the maker.",
    country: "The country.",
    plant_city: "The city of the plant.",
    plant_country: "The country of the plant.",
  }).describe("Who made the vehicle."),
  transmission: texts({ transmission_style: "The kind of transmission." }).describe("The transmission."),
  restraint: texts({ others: "Seat belts and airbags in words." }).describe("Seat belts and airbags."),
  dimensions: texts({ gvwr: "The gross vehicle weight rating." }).describe("Weights."),
  drivetrain: texts({ drive_type: "The driven wheels." }).describe("The driven wheels."),
  fuel: texts({
    fuel_type: "The main fuel.",
    secondary_fuel_type: "The second fuel, if there is one.",
  }).describe("The fuel."),
  check,
};

/** The fields of a decode that no pattern states and that follow from others. */
export const derivedFields = listOf(
  "Values that no pattern states, each with its rule and its dataset.",
  z.object({
    field: text.describe(
      "The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`.",
    ),
    value: text.describe("The derived value."),
    rule: text.describe("The rule by which it was derived."),
    source: text
      .optional()
      .describe("The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's."),
  }),
);

/** What decided an element of a decode. */
export const decided = z
  .enum(DECIDERS)
  .describe("What decided the value: a pattern of the VIN, or the fact from which it follows.");

const patternId = z.int().nullable().describe("The pattern's number in vPIC.");
const patternKey = text.describe("The pattern's text.");
const elementId = z.int().describe("The element's number in vPIC.");

/** Members that describe an element and the pattern that decided it. */
export const elementMembers = {
  element_id: elementId,
  name: text.describe("The element's name."),
  code: text.describe("The element's machine name."),
  value: text.describe("The element's value."),
  pattern_id: patternId,
  key: patternKey,
};

/** The meaning of each position of a VIN. */
export const vinPositions = listOf(
  "What each character of the VIN means.",
  z.object({
    position: z.int().describe("The character's position, from 1."),
    character: text.describe("The character."),
    part: z.enum(PARTS).describe("The part of the VIN to which the character belongs."),
    meaning: text.describe("What the character means, in words."),
    elements: listOf("The elements of vPIC that it decides.", text),
  }),
);

/** What `explain=true` adds: the positions, and for each element what decided it and what lost. */
export const explanation = z
  .object({
    positions: vinPositions,
    elements: listOf(
      "Every element of vPIC that the VIN decides.",
      z.object({
        element_id: elementMembers.element_id,
        name: elementMembers.name,
        code: elementMembers.code,
        value: elementMembers.value,
        decided_by: z.enum([...DECIDERS, "derived"]).describe(decided.description!),
        pattern_id: patternId,
        key: patternKey,
        positions: listOf("The positions of the VIN that the pattern reads.", z.int()),
        rule: text.describe("The rule by which it was derived."),
        alternatives: listOf(
          "Values that other patterns of the same VIN state and that lost, best first.",
          z.object({
            value: text.describe("The value that lost."),
            decided_by: decided,
            pattern_id: patternId,
            key: patternKey,
            lost_by: z
              .enum(LOSSES)
              .describe(
                "Why it lost: to a better `source` (a pattern before a formula before an engine model), to a schema of a later model year, to a later change or an earlier key (`order`), or because less is known under that model year.",
              ),
          }),
        ),
      }),
    ),
  })
  .describe("What decided each element, and what each position means; present with `explain=true`.");
