import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { type Offer, OfferTerms } from "../offer.ts";

/** An offer in responses. */
export const OfferOutput = z
  .object({
    product_id: z.string(),
    version: z.int().describe("From 1. A published version never changes."),
    ...OfferTerms.shape,
    published_at: z.iso.datetime(),
    published_by: z
      .string()
      .optional()
      .describe("The operator, as the audit log has it. Only operators see this member."),
  })
  .meta({ id: "Offer" });

/** A version in the list of all. */
export const OfferVersion = OfferOutput.extend({
  subscriptions: z
    .int()
    .nullable()
    .describe("The subscriptions that have this version; null if the service does not keep it."),
}).meta({ id: "OfferVersion" });

/** The form that a caller sees. */
export function shownOffer(offer: Offer, isOperator: boolean): z.output<typeof OfferOutput> {
  const { product_id, version, published_at, published_by, ...terms } = offer;
  return {
    product_id,
    version,
    ...terms,
    published_at: isoTime(published_at),
    ...(isOperator && { published_by }),
  };
}
