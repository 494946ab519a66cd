import { lookupFields } from "../../families/fields.ts";
import { saleFields } from "../../families/sale-fields.ts";
import type { DocumentTexts } from "../../http/openapi/document.ts";
import { managementFields } from "./fields.ts";
import { tagMeanings } from "./tags.ts";

/** What the OpenAPI document says beyond the operations themselves. */
export const documentTexts: DocumentTexts = {
  fields: { ...saleFields, ...lookupFields, ...managementFields },
  tags: tagMeanings,
  examples: {},
};
