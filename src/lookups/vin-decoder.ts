import { z } from "zod";
import type { App } from "../app.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { decoderOf } from "./decoder.ts";
import { vin } from "./parameters.ts";

const text = z.string();
const group = (...names: string[]) => z.object(Object.fromEntries(names.map((name) => [name, text])));

/** The answer of the basic decode; what the data does not hold is an empty string. */
export const VinDecode = z
  .object({
    status: z.literal("success"),
    data: z.object({
      intro: group("vin"),
      basic: group(
        "make",
        "model",
        "year",
        "trim",
        "body_type",
        "vehicle_type",
        "doors",
        "vehicle_size",
        "seating_capacity",
      ),
      engine: group(
        "cylinders",
        "engine_size",
        "engine_description",
        "engine_capacity",
        "engine_configuration",
        "electrification_level",
      ),
      manufacturer: group("manufacturer", "region", "country", "plant_city"),
      transmission: group("transmission_style"),
      restraint: group("others"),
      dimensions: group("gvwr"),
      drivetrain: group("drive_type"),
      fuel: group("fuel_type", "secondary_fuel_type"),
      check: z.object({ valid: z.boolean(), check_digit: text, expected: text, warnings: z.array(text) }),
    }),
  })
  .meta({ id: "VinDecode" });

export const vinDecoderEndpoints = [
  endpoint({
    id: "decodeVin",
    method: "GET",
    path: "/vin-decoder/{vin}",
    tag: "Basic VIN decoder",
    summary: "Decode a 17-character VIN",
    description:
      "Make, model, year and what else the manufacturer registered with NHTSA. A wrong check digit is answered with a warning.",
    access: "key",
    params: z.object({ vin: vin.meta({ example: "1HGCM82633A004352" }) }),
    response: VinDecode,
    errors: ["vehicle_not_found"],
    lookup: { api: "vin-decoder", cost: 1 },
    handle: decodeVin,
  }),
];

function decodeVin(app: App, call: Call<{ vin: string }>) {
  const { vin } = call.params;
  const decoder = decoderOf(app);
  const body = decoder.answer(vin);
  if (!body)
    throw new ApiError(
      "vehicle_not_found",
      `No manufacturer has registered the world manufacturer identifier ${vin.slice(0, 3)} of this VIN.`,
    );
  return { body, type: "application/json", headers: { "x-data-source": decoder.source } };
}
