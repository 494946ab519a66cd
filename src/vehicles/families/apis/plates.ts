import { z } from "zod";
import { answer, vehicleNames } from "../answer-schemas.ts";
import { exampleNames, exampleVin } from "../examples.ts";
import type { Family, LookupApi } from "../family.ts";
import type { PlateRecords } from "../record-family.ts";
import { vehicleOfPlate } from "./plate-vehicle.ts";
import { dutchFuels, plateRegisters, Registration } from "./registers.ts";

export const plateRecords: PlateRecords = {
  name: "plate",
  label: "Plates",
  kind: "plate",
  table: "plate_record",
  record: z.looseObject(vehicleOfPlate.shape),
  origin:
    "States' motor-vehicle registers, under the Driver's Privacy Protection Act, and resellers with a permissible use.",
  example: {
    license: "DEMO123",
    state: "CA",
    vin: exampleVin,
    ...exampleNames,
    trim: "EX",
    body_type: "Sport utility vehicle",
  },
};

const plateDecode = {
  intro: vehicleNames("license", "state").describe("The plate that was looked up."),
  ...vehicleNames("vin").shape,
  ...vehicleOfPlate.shape,
};
const PlateDecode = answer("PlateDecode", z.looseObject(plateDecode));
const LicenseDecode = answer("LicenseDecode", z.looseObject({ ...plateDecode, registration: Registration }));

const decodeOf = (family: Pick<Family, "noun" | "base" | "response" | "places" | "description">): Family => ({
  ...family,
  title: "Vehicle",
  tag: "License plate decode",
  namings: ["plate"],
  from: { kind: "plate" },
});

export const usPlateDecode: LookupApi = {
  id: "us-plate-decode",
  displayName: "U.S. plate decode",
  description: "The vehicle with a U.S. license plate.",
  group: "Identify",
  records: [plateRecords],
  families: [decodeOf({ noun: "PlateDecode", base: "/us-plate-decode", response: PlateDecode })],
};

export const licenseDecoder: LookupApi = {
  id: "license-decoder",
  displayName: "License plate decoder",
  description: "The vehicle behind a license plate and state or country.",
  group: "Identify",
  records: [...plateRegisters, dutchFuels],
  families: [
    decodeOf({
      noun: "LicenseDecode",
      base: "/license-decoder",
      response: LicenseDecode,
      places: "world",
      description:
        "Plates of the Netherlands, Denmark and Israel are those of their registers, once imported; a register without VINs is answered with an empty `vin`.",
    }),
  ],
};

/** The record families that have plates of a state or country: the operator's own, then its register. */
export function platesOf(state: string): readonly PlateRecords[] {
  return [plateRecords, ...plateRegisters.filter((register) => register.state === state)];
}
