import type { DecodedVin } from "../../../console/src/parts/plate-parts.ts";

export const vin = "5J6RW2H59JL990075";

const meanings = ["USA", "Honda truck", "Passenger", ...Array.from({ length: 14 }, () => "Other")];

/** The parts of a decode that the console shows. */
export function decodedVin(more: Readonly<Record<string, unknown>> = {}): DecodedVin {
  return {
    intro: { vin },
    basic: {
      year: "2018",
      make: "HONDA",
      model: "CR-V",
      trim: "EX",
      body_type: "Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)",
      doors: "5",
      seating_capacity: "",
    },
    engine: { engine_size: "1.5", cylinders: "4", engine_configuration: "In-Line", engine_description: "" },
    manufacturer: { manufacturer: "HONDA OF CANADA", plant_city: "EAST LIBERTY", country: "United States" },
    transmission: { transmission_style: "CVT" },
    dimensions: { gvwr: "Class 1: 4,001 - 5,000 lb (1,814 - 2,268 kg)" },
    drivetrain: { drive_type: "AWD" },
    fuel: { fuel_type: "Gasoline" },
    check: { valid: true, check_digit: "9", expected: "9" },
    elements: [
      { element_id: 28, group: "General", decided_by: "pattern", key: "RW2H5*" },
      { element_id: 26, group: "Engine", decided_by: "pattern", key: "RW2" },
    ],
    positions: meanings.map((meaning) => ({ meaning, elements: [28, 26] })),
    explanation: {
      elements: [
        {
          element_id: 26,
          name: "Cylinders",
          value: "4",
          decided_by: "pattern",
          positions: [4, 5, 6, 8],
          key: "RW2",
          rule: "",
          alternatives: [],
        },
        {
          element_id: 28,
          name: "Model",
          value: "CR-V",
          decided_by: "pattern",
          positions: [4],
          key: "RW2H5*",
          rule: "The most specific pattern.",
          alternatives: [{ value: "HR-V", key: "R*", lost_by: "order" }],
        },
        {
          element_id: -1,
          name: "Age",
          value: "8",
          decided_by: "derived",
          positions: [],
          key: "",
          rule: "",
          alternatives: [],
        },
      ],
    },
    ...more,
  } as unknown as DecodedVin;
}
