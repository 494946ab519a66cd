import type { Schemas } from "../../../console/src/api/client.ts";

type Plan = Schemas["SubscriptionPlan"];
type Period = Schemas["BillingPeriod"];
type Grant = Schemas["Grant"];
type Change = Plan["changes"][number];

const growth = {
  product_id: "growth",
  display_name: "Growth",
  offer_version: 3,
  currency: "EUR",
  price_minor: 9900,
  price_every: "month",
  credits: 15_000,
  credits_every: "month",
} as const;

/** A month of Growth, from 12 Nov in Berlin. */
export const period = (more: Partial<Period> = {}): Period => ({
  subscription_id: "sub-1",
  number: 1,
  product_id: "growth",
  offer_version: 3,
  starts_at: "2026-11-11T23:00:00.000Z",
  ends_at: "2026-12-11T23:00:00.000Z",
  state: "paid",
  grant_id: "g3",
  price_minor: 9900,
  currency: "EUR",
  lapses_at: null,
  ...more,
});

export const grant = (more: Partial<Grant> = {}): Grant => ({
  id: "g3",
  source: "period",
  period: 1,
  credits: 15_000,
  left: 15_000,
  spent: 0,
  expired: 0,
  removed: 0,
  starts_at: "2026-11-11T23:00:00.000Z",
  expires_at: "2027-01-11T23:00:00.000Z",
  state: "open",
  ...more,
});

/** What is left: of the month before, of an operator, of the month, and the cap. */
export const grants: readonly Grant[] = [
  grant({ id: "g1", period: 0, left: 1353, spent: 13_647, expires_at: "2026-12-11T23:00:00.000Z" }),
  grant({
    id: "g2",
    source: "grant",
    period: null,
    credits: 250,
    left: 250,
    expires_at: "2026-12-30T23:00:00.000Z",
  }),
  grant(),
  grant({
    id: "g4",
    source: "purchase",
    period: null,
    credits: 5000,
    left: 5000,
    expires_at: "2027-10-28T00:00:00.000Z",
  }),
  grant({ id: "g5", source: "overage", credits: 5000, left: 5000, expires_at: "2026-12-11T23:00:00.000Z" }),
];

/** A plan to change to: a larger one, now or from the next period on. */
export const change = (more: Partial<Change> = {}): Change => ({
  ...growth,
  product_id: "scale",
  display_name: "Scale",
  offer_version: 2,
  price_minor: 39_900,
  credits: 80_000,
  now: { price_minor: 39_900, ends_at: "2026-12-22T23:00:00.000Z" },
  period_end: { price_minor: 39_900, at: "2026-12-11T23:00:00.000Z" },
  ...more,
});

/** A smaller plan, from the next period on only. */
export const starter = change({
  product_id: "starter",
  display_name: "Starter",
  offer_version: 1,
  price_minor: 1900,
  credits: 2000,
  now: null,
  period_end: { price_minor: 1900, at: "2026-12-11T23:00:00.000Z" },
});

/** Growth, in a month that is paid. */
export const plan = (more: Partial<Plan> = {}): Plan => ({
  subscription_id: "sub-1",
  state: "active",
  payment: "invoice",
  time_zone: "Europe/Berlin",
  offer: growth,
  period: period(),
  renewal: {
    at: "2026-12-11T23:00:00.000Z",
    number: 2,
    product_id: "growth",
    offer_version: 3,
    price_minor: 9900,
    currency: "EUR",
  },
  change: null,
  overage: { cap: 5000, cap_max: 62_500, price_minor: 800, per: 1000, currency: "EUR" },
  packages: [{ id: "p1000", credits: 1000, price_minor: 1200, months: 12 }],
  changes: [starter, { ...growth, now: null, period_end: null }, change()],
  not_sold: null,
  ...more,
});
