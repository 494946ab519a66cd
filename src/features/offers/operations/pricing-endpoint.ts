import { z } from "zod";
import { Policy } from "../../../access/policy/policy.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { conditional } from "../../../http/conditional.ts";
import { type Call, json } from "../../../http/endpoint.ts";
import { opened } from "../../../running/opened.ts";
import { Offers } from "../offers.ts";
import type { SoldPlan } from "../pricing.ts";
import { OfferOutput, shownOffer } from "./offer-schemas.ts";

const credits = z.int();

const Plan = z.object({
  product_id: z.string().describe("The product's ID."),
  display_name: z.string(),
  description: z.string(),
  approval_required: z.boolean().describe("Whether an operator approves each subscription."),
  offer: OfferOutput.describe("Its version on sale."),
  policy: Policy.describe("Of its members, `rate_limit`, `quota`, `watches` and `charge_on`."),
  list_credits: credits.describe("The credits of a list of years, makes, models or the like."),
  lookups: z
    .array(
      z.object({
        api: z.string().describe("The API's ID."),
        name: z.string().describe("The API's name."),
        credits_min: credits.describe("The credits of its cheapest lookup."),
        credits_max: credits.describe("The credits of its dearest lookup."),
      }),
    )
    .describe("The APIs of the plan."),
});

const Pricing = z
  .object({
    trial_credits: credits
      .nullable()
      .describe("The credits of a new account; null without a trial, or if unlimited."),
    not_sold: z
      .string()
      .nullable()
      .describe("Why nothing with a price is sold now; null if it is. Free plans are not concerned."),
    plans: z.array(Plan).describe("Published products with an offer on sale, the cheapest first."),
  })
  .meta({ id: "Pricing" });

/** The prices of what is on sale, for everybody. */
export const pricingEndpoint = endpoint({
  id: "getPricing",
  method: "GET",
  path: "/pricing",
  tag: "Products",
  summary: "Read the plans on sale: prices, credits, packages and the prices of lookups",
  description: "Prices are in minor units of their currency, without tax.",
  audience: "none",
  headers: z.object({ "if-none-match": z.string().optional() }),
  head: true,
  response: Pricing,
  extension: true,
  handle: getPricing,
});

async function getPricing(context: Context, { sentHeaders }: Call) {
  const { trialCredits, notSold, plans } = await opened(context, Offers).pricing();
  // Revalidated each time: a price that is shown is the one that is charged.
  const made = json(
    { trial_credits: trialCredits, not_sold: notSold, plans: plans.map(shownPlan) },
    { "cache-control": "no-cache" },
  );
  return conditional(made, { headers: sentHeaders });
}

function shownPlan({ product, offer, lookups }: SoldPlan): z.output<typeof Plan> {
  const { rate_limit, quota, watches, charge_on, credit_cost } = product.policy;
  return {
    product_id: product.id,
    display_name: product.displayName,
    description: product.description,
    approval_required: product.approvalRequired,
    offer: shownOffer(offer, false),
    policy: {
      ...(rate_limit && { rate_limit }),
      ...(quota && { quota }),
      ...(watches !== undefined && { watches }),
      ...(charge_on && { charge_on }),
    },
    list_credits: credit_cost?.options ?? 0,
    lookups: [...lookups],
  };
}
