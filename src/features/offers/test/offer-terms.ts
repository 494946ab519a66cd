/** The terms of a plan with all that an offer can have. */
export const growth = {
  on_sale: true,
  currency: "EUR",
  price_minor: 9900,
  price_every: "month",
  credits: 15_000,
  credits_every: "month",
  carry_over: 1,
  overage_minor: 800,
  overage_per: 1000,
  overage_cap_max: 62_500,
  packages: [
    { id: "p1000", credits: 1000, price_minor: 1200, months: 12 },
    { id: "p5000", credits: 5000, price_minor: 5000, months: 12 },
  ],
  notice_days: 14,
  who_pays: "notice",
  members_max: 10,
  invoice_allowed: true,
  connector_credits_per_day: 200,
} as const;

/** The terms that must be stated, and what the others become. */
export const small = {
  currency: "EUR",
  price_minor: 1900,
  price_every: "month",
  credits: 2000,
  credits_every: "month",
} as const;
export const smallDefaults = {
  on_sale: true,
  carry_over: 0,
  overage_minor: null,
  overage_per: null,
  overage_cap_max: null,
  packages: [],
  notice_days: 30,
  who_pays: "notice",
  members_max: null,
  invoice_allowed: false,
  connector_credits_per_day: null,
} as const;
