import { z } from "zod";
import type { Family, LookupApi } from "../family.ts";
import type { PlateRecords } from "../record-family.ts";
import { answer, texts } from "../shape.ts";

export const plateRecords: PlateRecords = { name: "plate", kind: "plate", table: "plate_record" };

const PlateDecode = answer(
  "PlateDecode",
  z.looseObject({
    intro: texts("license", "state"),
    ...texts("vin", "year", "make", "model", "trim", "body_type").shape,
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
  description: "The vehicle behind a U.S. license plate.",
  records: [plateRecords],
  families: [vehicleOfPlate("PlateDecode", "/us-plate-decode")],
};

export const licenseDecoder: LookupApi = {
  id: "license-decoder",
  displayName: "License plate decoder",
  description: "The vehicle behind a license plate and state.",
  families: [vehicleOfPlate("LicenseDecode", "/license-decoder")],
};
