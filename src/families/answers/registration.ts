import { z } from "zod";
import { answer, text, texts } from "./shape.ts";

export const LienLookup = answer(
  "LienLookup",
  texts("vin", "year", "make", "model").extend({
    liens: z.array(texts("lienholder", "state", "filed_at", "released_at", "status")),
    as_of: text,
  }),
);

export const PlateDecode = answer(
  "PlateDecode",
  z.looseObject({
    intro: texts("license", "state"),
    ...texts("vin", "year", "make", "model", "trim", "body_type").shape,
  }),
);
