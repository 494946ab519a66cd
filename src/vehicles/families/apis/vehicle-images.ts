import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { answer, text, texts } from "../shape.ts";

export const imageRecords: VehicleRecords = {
  name: "vehicle-images",
  kind: "vehicle",
  table: "image_record",
  levels: ["make", "model", "trim", "sub_trim"],
  required: 3,
  heading: ["year", "make", "model", "trim"],
  slots: { images: [{ url: "image" }] },
};

const VehicleImages = answer(
  "VehicleImages",
  texts("year", "make", "model", "trim").extend({
    images: z.array(
      z.object({
        url: z.url().describe("Signed; valid for one hour."),
        angle: text,
        color: text,
        source: text,
      }),
    ),
  }),
);

export const vehicleImages: LookupApi = {
  id: "vehicle-images",
  displayName: "Vehicle images",
  description: "Photographs of a vehicle by VIN or trim.",
  records: [imageRecords],
  families: [
    {
      noun: "VehicleImages",
      title: "Images",
      base: "/vehicle-images",
      tag: "Vehicle images",
      namings: ["vin", "ymmt", "extra-trim"],
      selector: {
        base: "/vehicle-images/options",
        tag: "Vehicle images options",
        steps: ["year", "make", "model", "trim"],
      },
      from: { kind: "record", records: imageRecords },
      response: VehicleImages,
    },
  ],
};
