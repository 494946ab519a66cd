import type { DocumentTexts } from "../../http/openapi/document.ts";
import { declaredEvents } from "../../outbox/declared-events.ts";
import examples from "./examples.json" with { type: "json" };
import { managementFields } from "./fields.ts";
import { tagMeanings } from "./tags.ts";

/**
 * Texts of the OpenAPI document beyond the operations. Its examples are real responses, written by `bun
 * test/demo/make-examples.ts`.
 */
export const documentTexts: DocumentTexts = {
  fields: managementFields,
  tags: tagMeanings,
  examples,
  get webhooks() {
    return declaredEvents;
  },
};
