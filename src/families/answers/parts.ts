import { z } from "zod";
import { answer, texts } from "./shape.ts";

export const OemParts = answer(
  "OemParts",
  texts("year", "make", "model", "trim", "category", "subcategory").extend({
    parts: z.array(
      texts("part_number", "name", "description", "quantity", "msrp", "superseded_by", "diagram", "notes"),
    ),
  }),
);
