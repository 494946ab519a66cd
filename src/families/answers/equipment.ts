import { z } from "zod";
import { answer, text, texts } from "./shape.ts";

const list = z.array(text);

export const HeadlightAssembly = answer(
  "HeadlightAssembly",
  texts("year", "make", "model").extend({
    headlights: z.array(
      z.object({
        position: text,
        oem_numbers: list,
        partslink: text,
        bulb: texts("low_beam", "high_beam"),
        technology: text,
      }),
    ),
  }),
);

export const Windshield = answer(
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

export const VehicleImages = answer(
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

const capacity = texts("liters", "us_quarts");

export const OilLookup = answer(
  "OilLookup",
  texts("year", "make", "model", "engine").extend({
    oil_specs: z.array(
      z.object({
        viscosity: text,
        oil_type: text,
        capacity_with_filter: capacity,
        capacity_without_filter: capacity,
        temperature: text,
      }),
    ),
    filters: z.array(texts("brand", "part_number")),
    drain_bolt: texts("socket_size_mm", "torque_nm"),
  }),
);
