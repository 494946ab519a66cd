import { z } from "zod";
import { answer, text, texts } from "./shape.ts";

const dollars = z.number().min(0).describe("Whole currency units.");

const cost = z.object({ name: z.enum(["Parts", "Labor"]), desc: text, high: dollars, low: dollars });

const service = texts("title", "description").extend({
  value: text.describe("Unique slug of the service."),
  costs: z.array(cost).length(2),
});

/** The specification's 2.2. */
export const RepairEstimates = answer(
  "RepairEstimates",
  z.object({
    data: texts("year", "make", "model").extend({
      repair: z.array(z.object({ trim: text, repair: z.array(service) })),
    }),
  }),
);
