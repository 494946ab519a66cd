import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { answer, text, texts } from "../shape.ts";

export const windshieldRecords: VehicleRecords = {
  name: "windshield",
  kind: "vehicle",
  table: "windshield_record",
  levels: ["make", "model", "trim"],
  required: 2,
  heading: ["vin", "year", "make", "model"],
};

const list = z.array(text);

const Windshield = answer(
  "Windshield",
  texts("vin", "year", "make", "model").extend({
    windshields: z.array(
      z.object({
        nags_number: text,
        oem_numbers: list,
        features: list,
        calibrations: list.describe("Calibrations that a camera or sensor needs after the exchange."),
      }),
    ),
  }),
);

export const windshieldLookups: LookupApi = {
  id: "windshield-api",
  displayName: "Windshield lookups",
  description: "Windshields by VIN, plate or model.",
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

/** The older API, by VIN alone. */
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
