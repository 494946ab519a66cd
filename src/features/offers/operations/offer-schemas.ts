import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { type Offer, OfferTerms } from "../offer.ts";

/** An offer in responses. */
export const OfferOutput = z
  .object({
    product_id: z.string().describe("The product's ID."),
    version: z.int().describe("From 1. A published version never changes."),
    ...OfferTerms.shape,
    published_at: z.iso.datetime().describe("When it was published."),
    published_by: z
      .string()
      .optional()
      .describe("The operator, as the audit log has it. Only operators see this member."),
    subscriptions: z
      .int()
      .nullable()
      .optional()
      .describe("In the list of versions: its subscriptions; null if the service does not keep them."),
  })
  .meta({ id: "Offer" });

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
