import type { Schemas } from "../../../console/src/api/client.ts";

type SoldPlan = Schemas["Pricing"]["plans"][number];
type Offer = Schemas["Offer"];

const terms = {
  currency: "EUR",
  price_minor: 9900,
  price_every: "month",
  credits: 15_000,
  credits_every: "month",
  carry_over: 1,
  overage_minor: 800,
  overage_per: 1000,
  overage_cap_max: 62_500,
  packages: [{ id: "p1000", credits: 1000, price_minor: 1200, months: 12 }],
  notice_days: 30,
  who_pays: "notice",
  members_max: null,
  invoice_allowed: false,
  connector_credits_per_day: null,
} as const;

/** A version of the plan Growth's offer. */
export const offerVersion = (more: Partial<Offer> = {}): Offer => ({
  product_id: "growth",
  version: 3,
  on_sale: true,
  ...terms,
  packages: [...terms.packages],
  published_at: "2026-09-01T08:00:00.000Z",
  published_by: "/users/petra",
  subscriptions: null,
  ...more,
});

/** The plan Growth on sale. */
export const soldPlan = (more: Partial<SoldPlan> = {}, offer: Partial<SoldPlan["offer"]> = {}): SoldPlan => ({
  product_id: "growth",
  display_name: "Growth",
  description: "For fleets.",
  approval_required: false,
  offer: offerVersion(offer),
  policy: { rate_limit: { calls: 600, renewal_period_s: 60 } },
  list_credits: 0,
  lookups: [
    { api: "auction", name: "Auction history", credits_min: 2, credits_max: 2 },
    { api: "vin-decoder", name: "Basic VIN decoder", credits_min: 1, credits_max: 1 },
    { api: "valuation", name: "Market valuation", credits_min: 1, credits_max: 3 },
  ],
  ...more,
});
