import { z } from "zod";
import { listOf, recordAnswer, text } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

export const windshieldRecords: VehicleRecords = {
  name: "windshield",
  label: "Windshields",
  kind: "vehicle",
  table: "windshield_record",
  levels: ["make", "model", "trim"],
  required: 2,
  heading: ["vin", "year", "make", "model"],
  record: z.object({
    windshields: listOf(
      "The windshields that fit.",
      z.object({
        nags_number: text.describe("The NAGS number."),
        oem_numbers: listOf("The maker's part numbers.", text),
        features: listOf("What the windshield has, such as a rain sensor.", text),
        calibrations: listOf("Calibrations that a camera or sensor needs after the exchange.", text),
      }),
    ),
  }),
  origin: "Glass distributors' catalogues; NAGS numbers are licensed by Mitchell.",
  example: {
    ...exampleNames,
    trim: "EX",
    windshields: [
      {
        nags_number: "FW04484",
        oem_numbers: ["73111-TLA-A12"],
        features: ["rain sensor", "camera"],
        calibrations: ["static"],
      },
    ],
  },
};

const Windshield = recordAnswer("Windshield", windshieldRecords);

export const windshieldLookups: LookupApi = {
  id: "windshield-api",
  displayName: "Windshield lookups",
  description: "Windshields by VIN, plate or model.",
  group: "Parts",
  records: [windshieldRecords],
  families: [
    {
      noun: "Windshield",
      title: "Windshields",
      base: "/windshield-api",
      tag: "Windshield lookups",
      namings: ["ymm", "plate", "vin"],
      selector: {
        base: "/windshield-api/options",
        tag: "Windshield options",
        steps: ["year", "make", "model"],
      },
      from: { kind: "record", records: windshieldRecords },
      response: Windshield,
    },
  ],
};

/** The older API, by VIN alone; the landing page does not list it. */
export const windshieldOfVin: LookupApi = {
  id: "windshield",
  displayName: "Windshield lookup",
  description: "Windshields by VIN.",
  families: [
    {
      noun: "WindshieldOfVin",
      title: "Windshields",
      base: "/windshield",
      tag: "Windshield lookup",
      namings: ["vin"],
      from: { kind: "record", records: windshieldRecords },
      response: Windshield,
    },
  ],
};
