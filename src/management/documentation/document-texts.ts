import type { DocumentTexts } from "../../http/openapi/document.ts";
import examples from "./examples.json" with { type: "json" };
import { managementFields } from "./fields.ts";
import { tagMeanings } from "./tags.ts";

/**
 * What the OpenAPI document says beyond the operations themselves. Its examples are real answers;
 * `bun test/demo/make-examples.ts` makes them again.
 */
export const documentTexts: DocumentTexts = {
  fields: managementFields,
  tags: tagMeanings,
  examples,
};
