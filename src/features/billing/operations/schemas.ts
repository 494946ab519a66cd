import { z } from "zod";
import { isoTime, never } from "../../../base/clock.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type Offer, OfferPackage } from "../../offers/offer.ts";
import { type Period, periodStates, shownState } from "../rows/period-rows.ts";
import { planStates } from "../rows/plan.ts";

const moment = z.iso.datetime();
const minor = z.int().describe("In minor units, without tax: 9900 is €99.00.");
const currency = z.string().describe("The code of ISO 4217.");
const version = z.int().describe("The version of the product's offer.");

export const PeriodOutput = z
  .object({
    subscription_id: z.string(),
    number: z.int().describe("From 0, over all plans of the subscription."),
    product_id: z.string(),
    offer_version: version,
    starts_at: moment.describe("When it starts."),
    ends_at: moment.nullable().describe("The start of the next period; null for what is sold once."),
    state: z
      .enum(periodStates)
      .describe(
        "`due` before it starts and `unpaid` afterwards, until it is paid; `lapsed`: it was not paid, and renewals have stopped.",
      ),
    grant_id: z.string().nullable().describe("The grant of its credits; null without one."),
    price_minor: minor,
    currency,
    lapses_at: moment.nullable().describe("When it lapses if it is not paid; null if it does not by itself."),
  })
  .meta({ id: "BillingPeriod" });

export function shownPeriod(period: Period, now: number): z.output<typeof PeriodOutput> {
  return {
    ...wireOf(period, "subscriptionId", "number", "productId", "offerVersion"),
    ...timesOf(period, "startsAt"),
    ends_at: timeOf(period.endsAt),
    state: shownState(period, now),
    ...wireOf(period, "grantId", "priceMinor", "currency"),
    lapses_at: period.state === "due" ? timeOf(period.lapsesAt) : null,
  };
}

/** ISO 8601; null for `never`. */
export const timeOf = (at: number): string | null => (at === never ? null : isoTime(at));

const PlanOffer = z.object({
  product_id: z.string(),
  display_name: z.string(),
  offer_version: version,
  currency,
  price_minor: minor,
  price_every: z.enum(["once", "month", "year"]).describe("How often the price is due."),
  credits: z.int().describe("Those of one period."),
  credits_every: z.enum(["once", "month"]).describe("How often they are granted."),
});

export const shownOffer = (offer: Offer, displayName: string): z.output<typeof PlanOffer> => ({
  product_id: offer.product_id,
  display_name: displayName,
  offer_version: offer.version,
  ...wireOf(offer, "currency", "price_minor", "price_every", "credits", "credits_every"),
});

const Renewal = z.object({
  at: moment.describe("When it starts."),
  number: z.int().describe("Of the period."),
  product_id: z.string(),
  offer_version: version,
  price_minor: minor,
  currency,
});

const PossibleChange = PlanOffer.extend({
  now: z
    .object({
      price_minor: minor,
      ends_at: moment.nullable().describe("When its first period ends; null if it does not."),
    })
    .nullable()
    .describe("A period that starts now, at its full price; null for a smaller plan."),
  period_end: z
    .object({ price_minor: minor, at: moment.describe("When the period that runs ends.") })
    .nullable()
    .describe("From the next period on; null if no period runs."),
});

export const PlanOutput = z
  .object({
    subscription_id: z.string(),
    state: z
      .enum(["none", ...planStates])
      .describe(
        "`none`: no offer. `suspended` while the subscription is not active. `lapsed` after a period that was not paid.",
      ),
    payment: z
      .enum(["invoice", "prepaid"])
      .nullable()
      .describe("By invoice, credits are granted immediately; prepaid, when the period is paid."),
    time_zone: z.string().describe("In which periods begin."),
    offer: PlanOffer.nullable().describe("What the plan is sold for; null without one."),
    period: PeriodOutput.nullable().describe("The one that runs."),
    renewal: Renewal.nullable().describe("The next period; null if none follows."),
    change: z
      .object({
        at: moment.describe("When it is made."),
        product_id: z.string().nullable().describe("Null if renewals end."),
        offer_version: version.nullable().describe("The version that it begins with; null if renewals end."),
      })
      .nullable()
      .describe("What is scheduled. It can be withdrawn until then."),
    overage: z
      .object({
        cap: z.int().describe("Credits beyond those of the plan that a period can use at most; 0: none."),
        cap_max: z.int().describe("The highest cap of the offer."),
        price_minor: minor.describe("The price of `per` credits, paid afterwards."),
        per: z.int().describe("Credits that the price is for."),
        currency,
      })
      .nullable()
      .describe("Null if the offer has no credits beyond."),
    packages: z
      .array(OfferPackage)
      .describe("Credits on top that it can buy: those of the newest version that applies to it."),
    changes: z.array(PossibleChange).describe("The plans on sale, the cheapest first."),
    not_sold: z
      .string()
      .nullable()
      .describe(
        "Why the caller cannot begin a plan with a price, or buy credits; null if it can. Free plans are not concerned.",
      ),
  })
  .meta({ id: "SubscriptionPlan" });

export type PlanOutput = z.output<typeof PlanOutput>;
