import { z } from "zod";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";
import { answer, text, texts } from "../shape.ts";

export const oilRecords: VehicleRecords = {
  name: "oil-lookup",
  kind: "vehicle",
  table: "oil_record",
  levels: ["make", "model", "engine"],
  required: 2,
  heading: ["year", "make", "model", "engine"],
};

const capacity = texts("liters", "us_quarts");

const OilLookup = answer(
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

export const oilLookup: LookupApi = {
  id: "oil-lookup",
  displayName: "Engine oil lookup",
  description: "Oil grade and capacity by VIN or plate.",
  records: [oilRecords],
  families: [
    {
      noun: "EngineOil",
      title: "Engine oil",
      base: "/oil-lookup",
      tag: "Engine oil lookup",
      namings: ["vin", "license"],
      from: { kind: "record", records: oilRecords },
      response: OilLookup,
    },
  ],
};
