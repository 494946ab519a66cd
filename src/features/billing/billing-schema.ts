import { never } from "../../base/clock.ts";
import type { Migration } from "../../database/migration.ts";

/** Which offer a subscription has, and its periods. A period is stored once and not computed again. */
export const billingTables: Migration = {
  id: "0022-billing",
  summary: "stores the plans of subscriptions and their periods",
  statements: ({ integer, text, strict, clustered, roomForUpdates }) => [
    // first_number: the period that starts at the anchor. priced_from: the one from which years of a price are counted.
    // change_number: the first period of a change; without next_product_id renewals end there.
    // next_at: when the next period is due to be entered.
    `create table billing_plan (
      subscription_id ${text} primary key, product_id ${text} not null, offer_version ${integer} not null,
      state ${text} not null check (state in ('active', 'paused', 'suspended', 'lapsed', 'ended')),
      payment ${text} not null check (payment in ('invoice', 'prepaid')),
      anchor_date ${text} not null, time_zone ${text} not null, first_number ${integer} not null,
      priced_from ${integer} not null, next_number ${integer} not null, next_starts_at ${integer} not null,
      change_number ${integer}, change_at ${integer} not null default ${never}, next_product_id ${text},
      next_offer_version ${integer}, cap ${integer} not null, next_at ${integer} not null) ${strict}`,
    `create index billing_plan_next on billing_plan (next_at) where next_at < ${never}`,
    `create index billing_plan_change on billing_plan (change_at) where change_at < ${never}`,
    "create index billing_plan_product on billing_plan (product_id, offer_version)",
    ...roomForUpdates("billing_plan"),
    // A period that is due and has started is unpaid. lapses_at: when it lapses if it is not paid.
    `create table billing_period (
      subscription_id ${text} not null, number ${integer} not null, product_id ${text} not null,
      offer_version ${integer} not null, starts_at ${integer} not null, ends_at ${integer} not null,
      state ${text} not null check (state in ('due', 'paid', 'lapsed')), grant_id ${text},
      price_minor ${integer} not null, currency ${text} not null, lapses_at ${integer} not null default ${never},
      created_at ${integer} not null, primary key (subscription_id, number)) ${clustered}`,
    "create index billing_period_open on billing_period (state, starts_at) where state <> 'paid'",
    `create index billing_period_lapse on billing_period (lapses_at) where lapses_at < ${never} and state = 'due'`,
  ],
};

/** Which versions of offers have been announced to the plans of older ones. */
export const noticeTable: Migration = {
  id: "0039-offer-notices",
  summary: "stores which versions of offers were announced",
  statements: ({ integer, text, clustered }) => [
    `create table offer_notice (
      product_id ${text} not null, version ${integer} not null, primary key (product_id, version)) ${clustered}`,
    "insert into offer_notice (product_id, version) select product_id, version from product_offer",
  ],
};
