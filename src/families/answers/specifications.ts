import { z } from "zod";
import { answer, texts } from "./shape.ts";

/** v3 has groups in `specs`; the unversioned form has the same facts as `group_member`. */
export const Specifications = answer(
  "Specifications",
  texts("year", "make", "model", "trim").extend({ specs: z.record(z.string(), z.unknown()) }),
);
