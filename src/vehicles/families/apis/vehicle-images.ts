import { z } from "zod";
import { image, listOf, recordAnswer, text } from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

export const imageRecords: VehicleRecords = {
  name: "vehicle-images",
  label: "Vehicle images",
  kind: "vehicle",
  table: "image_record",
  levels: ["make", "model", "trim", "sub_trim"],
  required: 3,
  heading: ["year", "make", "model", "trim"],
  placeholders: { images: [{ url: "image" }] },
  record: z.object({
    images: listOf(
      "The images of the vehicle.",
      z.object({
        url: image,
        angle: text.describe("The side from which the image was taken."),
        color: text.describe("The vehicle's color in the image."),
        source: text.describe("Where the image is from."),
      }),
    ),
  }),
  origin:
    "Your own photographs, or a licensed stock of vehicle images. A record has object names, not addresses.",
  example: {
    ...exampleNames,
    trim: "EX",
    sub_trim: "AWD",
    images: [{ url: "example/cr-v/1.jpg", angle: "front", color: "Black", source: "own" }],
  },
};

export const vehicleImages: LookupApi = {
  id: "vehicle-images",
  displayName: "Vehicle images",
  description: "Photographs of a vehicle by VIN or trim.",
  group: "History",
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
      response: recordAnswer("VehicleImages", imageRecords),
    },
  ],
};
