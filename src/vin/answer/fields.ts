/** Where a field of an answer comes from: an element's number, or one of the named parts. */
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
      ["model", 28],
      ["year", "year"],
      ["trim", 38],
      ["body_type", 5],
      ["vehicle_type", 39],
      ["doors", 14],
      // vPIC has no size class; the field stays for data that do.
      ["vehicle_size", "none"],
      ["seating_capacity", 33],
    ],
  ],
  [
    "engine",
    [
      ["cylinders", 9],
      ["engine_size", 13],
      ["engine_description", "engine"],
      ["engine_capacity", 11],
      ["engine_configuration", 64],
      ["electrification_level", 126],
    ],
  ],
  [
    "manufacturer",
    [
      ["manufacturer", 27],
      ["region", "origin"],
      ["plant_city", 31],
      ["plant_country", 75],
    ],
  ],
  ["transmission", [["transmission_style", 37]]],
  ["restraint", [["others", 121]]],
  ["dimensions", [["gvwr", 25]]],
  ["drivetrain", [["drive_type", 15]]],
  [
    "fuel",
    [
      ["fuel_type", 24],
      ["secondary_fuel_type", 66],
    ],
  ],
];

/** The groups and fields of an answer's `data`, `check` aside: every field a string, `""` when unknown. */
export type Groups = Record<string, Record<string, string>>;
