import { z } from "zod";
import { decodeGroups } from "./decode.ts";
import { answer, text, texts } from "./shape.ts";

export const OpenRecalls = answer(
  "OpenRecalls",
  texts("vin", "year", "make", "model").extend({
    recall_count: z.int(),
    recalls: z.array(
      texts(
        "nhtsa_campaign_number",
        "manufacturer",
        "component",
        "summary",
        "consequence",
        "remedy",
        "notes",
        "report_received_date",
      ).extend({
        park_it: z.boolean(),
        park_outside: z.boolean(),
        over_the_air_update: z.boolean(),
        recall_status: z.enum(["open", "completed", "unknown"]),
      }),
    ),
  }),
);

/** The groups of a VIN decode, and what matters of motorcycles alone. */
export const MotorcycleDecode = answer(
  "MotorcycleDecode",
  z.looseObject({
    ...decodeGroups,
    displacement_cc: text,
    engine_cycles: text,
    chassis: text,
    suspension: text,
  }),
);
