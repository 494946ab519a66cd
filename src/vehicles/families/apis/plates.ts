import { z } from "zod";
import { answer, asListed, named, text } from "../answer-schemas.ts";
import { exampleNames, exampleVin } from "../examples.ts";
import type { Family, LookupApi } from "../family.ts";
import type { PlateRecords } from "../record-family.ts";

const vehicle = named("year", "make", "model", "trim").extend({
  body_type: text.describe("The kind of body."),
  ...asListed,
});

export const plateRecords: PlateRecords = {
  name: "plate",
  label: "Plates",
  kind: "plate",
  table: "plate_record",
  record: z.looseObject(vehicle.shape),
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

const PlateDecode = answer(
  "PlateDecode",
  z.looseObject({
    intro: named("license", "state").describe("The plate that was looked up."),
    ...named("vin").shape,
    ...vehicle.shape,
  }),
);

const vehicleOfPlate = (noun: string, base: string): Family => ({
  noun,
  title: "Vehicle",
  base,
  tag: "License plate decode",
  namings: ["plate"],
  from: { kind: "plate" },
  response: PlateDecode,
});

export const usPlateDecode: LookupApi = {
  id: "us-plate-decode",
  displayName: "U.S. plate decode",
  description: "The vehicle with a U.S. license plate.",
  group: "Identify",
  records: [plateRecords],
  families: [vehicleOfPlate("PlateDecode", "/us-plate-decode")],
};

export const licenseDecoder: LookupApi = {
  id: "license-decoder",
  displayName: "License plate decoder",
  description: "The vehicle behind a license plate and state.",
  group: "Identify",
  families: [vehicleOfPlate("LicenseDecode", "/license-decoder")],
};
