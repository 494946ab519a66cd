import { z } from "zod";
import { sumOf } from "../../../base/format/money.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type BodyCall, json } from "../../../http/endpoint.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { getProductRow } from "../../../management/products/products-record.ts";
import { nextPeriods } from "../calendar/next-periods.ts";
import { isTimeZone } from "../calendar/periods.ts";
import { OfferTerms } from "../offer.ts";

const periodsShown = 12;
const [firstDay, lastDay] = ["1970-01-01", "2999-12-31"];

const count = z.int();
const day = z.iso.date();

const PreviewRequest = z
  .strictObject({
    offer: OfferTerms.describe("The terms to preview."),
    starts_on: z.iso
      .date()
      .refine((date) => date >= firstDay && date <= lastDay, `must be from ${firstDay} to ${lastDay}`)
      .describe("The day of purchase."),
    time_zone: z
      .string()
      .max(100)
      .refine(isTimeZone, "must be a time zone of the IANA, such as Europe/Prague")
      .describe("The time zone of the account."),
    credits_used: z.int().min(0).max(1_000_000_000).describe("Credits that each period uses."),
  })
  .meta({ id: "OfferPreviewRequest" });

const OfferPreview = z
  .object({
    periods: z
      .array(
        z.object({
          number: count.describe("From 1."),
          starts_on: day.describe("The first day."),
          ends_on: day.describe("The first day of the next period."),
          charged_on: day
            .nullable()
            .describe("A day ahead, the first immediately; null if nothing is charged."),
          price_minor: count.describe("The price in minor units."),
          credits: count.describe("Credits granted at the start."),
          expire_on: day.nullable().describe("When these credits expire; null if they do not."),
          used: count.describe("Credits of the plan that were used."),
          expired: count.describe("Credits that expire unused at the end."),
          left: count.describe("Credits left at the end."),
          beyond: count.describe("Credits that the plan's do not pay."),
          beyond_minor: count
            .nullable()
            .describe("Their price with the highest cap; null if the offer has none beyond."),
        }),
      )
      .describe("The periods, the first one first."),
    price_minor: count.describe("The prices of all periods."),
    beyond_minor: count.describe("The prices beyond credits of all periods."),
  })
  .meta({ id: "OfferPreview" });

/** What an offer would do for one subscription. */
export const previewEndpoint = endpoint({
  id: "previewProductOffer",
  whileHeld: true,
  method: "POST",
  path: "/products/{id}/offer/preview",
  tag: "Products",
  summary: "Show the next 12 periods of a subscription under an offer; nothing changes",
  description: "The offer needs not be published. Periods are computed by the rules that renewals use.",
  audience: "operator",
  permission: "offers.view",
  params: z.object({ id: entityId }),
  body: PreviewRequest,
  response: OfferPreview,
  errors: ["not_found"],
  extension: true,
  handle: previewOffer,
});

type PreviewCall = BodyCall<typeof PreviewRequest, { id: string }>;

async function previewOffer({ database }: Context, { params, body }: PreviewCall) {
  await getProductRow(database, params.id, true);
  const anchor = { date: body.starts_on, zone: body.time_zone };
  const periods = nextPeriods(body.offer, anchor, body.credits_used, periodsShown);
  return json({
    periods,
    price_minor: sumOf(periods.map(({ price_minor }) => price_minor)),
    beyond_minor: sumOf(periods.map(({ beyond_minor }) => beyond_minor ?? 0)),
  });
}
