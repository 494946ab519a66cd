import type { DocumentTexts } from "../../http/openapi/document.ts";
import { lookupFields } from "../../vehicles/families/fields.ts";
import { saleFields } from "../../vehicles/families/sale-fields.ts";
import examples from "./examples.json" with { type: "json" };
import { managementFields } from "./fields.ts";
import { tagMeanings } from "./tags.ts";

/**
 * What the OpenAPI document says beyond the operations themselves. Its examples are real answers;
 * `bun test/demo/make-examples.ts` makes them again.
 */
export const documentTexts: DocumentTexts = {
  fields: { ...saleFields, ...lookupFields, ...managementFields },
  tags: tagMeanings,
  examples,
};
