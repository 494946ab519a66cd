import {
  BODY_CLASS,
  CYLINDERS,
  DRIVE_TYPE,
  ELECTRIFICATION,
  FUEL,
  GVWR,
  LITRES,
  MANUFACTURER,
  MODEL,
  SECOND_FUEL,
  TRIM,
  VEHICLE_TYPE,
} from "../elements.ts";

/** The source of a field: an element's number, or one of the named parts. */
export type FieldSource = number | "vin" | "year" | "make" | "origin" | "engine" | "none";

/** The groups of `GET /vin-decoder/{vin}` before `check`, in order. `origin` writes region and country. */
export const FIELDS: readonly (readonly [
  group: string,
  fields: readonly (readonly [string, FieldSource])[],
])[] = [
  ["intro", [["vin", "vin"]]],
  [
    "basic",
    [
      ["make", "make"],
      ["model", MODEL],
      ["year", "year"],
      ["trim", TRIM],
      ["body_type", BODY_CLASS],
      ["vehicle_type", VEHICLE_TYPE],
      ["doors", 14],
      // vPIC has no size class; the field is for data that has one.
      ["vehicle_size", "none"],
      ["seating_capacity", 33],
    ],
  ],
  [
    "engine",
    [
      ["cylinders", CYLINDERS],
      ["engine_size", LITRES],
      ["engine_description", "engine"],
      ["engine_capacity", 11],
      ["engine_configuration", 64],
      ["electrification_level", ELECTRIFICATION],
    ],
  ],
  [
    "manufacturer",
    [
      ["manufacturer", MANUFACTURER],
      ["region", "origin"],
      ["plant_city", 31],
      ["plant_country", 75],
    ],
  ],
  ["transmission", [["transmission_style", 37]]],
  ["restraint", [["others", 121]]],
  ["dimensions", [["gvwr", GVWR]]],
  ["drivetrain", [["drive_type", DRIVE_TYPE]]],
  [
    "fuel",
    [
      ["fuel_type", FUEL],
      ["secondary_fuel_type", SECOND_FUEL],
    ],
  ],
];

/** The groups and fields of an answer's `data` except `check`: every field a string, `""` when unknown. */
export type Groups = Record<string, Record<string, string>>;
