import type { Migration } from "../../database/migration.ts";

/** The versions of products' offers. A row never changes: subscriptions keep the version that they were sold. */
export const productOffers: Migration = {
  id: "0021-product-offers",
  summary: "stores the offers of products",
  statements: ({ integer, text, strict }) => [
    `create table product_offer (
      product_id ${text} not null, version ${integer} not null, on_sale ${integer} not null,
      currency ${text} not null, price_minor ${integer} not null, price_every ${text} not null,
      credits ${integer} not null, credits_every ${text} not null, carry_over ${integer} not null,
      overage_minor ${integer}, overage_per ${integer}, overage_cap_max ${integer}, packages ${text} not null,
      notice_days ${integer} not null, members_max ${integer}, invoice_allowed ${integer} not null,
      connector_credits_per_day ${integer}, published_at ${integer} not null, published_by ${text} not null,
      primary key (product_id, version)) ${strict}`,
  ],
};

/** Whom a version applies to. What was published before applies to all after its notice. */
export const whoPays: Migration = {
  id: "0052-who-pays",
  summary: "stores who pays a version of an offer",
  statements: ({ text }) => [
    `alter table product_offer add column who_pays ${text} not null default 'notice'
      check (who_pays in ('notice', 'new'))`,
  ],
};
