import type { Migration } from "../migration.ts";

/**
 * Lists of users and subscriptions in the order they are shown, their totals, what an account ever
 * subscribed to, and one-time reset tokens.
 */
export const accounts: Migration = {
  id: "0003-accounts",
  statements: ({ integer, text, strict }) => [
    "create index app_user_newest on app_user (registered_at, id) where state <> 'deleted'",
    "create index app_user_state on app_user (state, registered_at, id)",
    `alter table subscription add column deleted_at ${integer}`,
    "create index subscription_newest on subscription (created_at, id) where deleted_at is null",
    "create index subscription_state on subscription (state, created_at, id) where deleted_at is null",
    `create index subscription_expiry on subscription (state, expires_at)
      where deleted_at is null and expires_at is not null`,
    // Counting 300,000 rows for every page would cost more than the page.
    `create table tally (name ${text} primary key, total ${integer} not null) ${strict}`,
    `insert into tally (name, total)
      select 'user/' || state, count(*) from app_user group by state`,
    `insert into tally (name, total)
      select 'subscription/' || state, count(*) from subscription group by state`,
    // Outlives the subscription: a product's limit counts every one that the account ever had.
    `create table enrolment (
      user_id ${text} not null, product_id ${text} not null, subscription_id ${text} not null, at ${integer} not null,
      primary key (user_id, product_id, subscription_id)) ${strict}`,
    `insert into enrolment (user_id, product_id, subscription_id, at)
      select owner_id, product_id, id, created_at from subscription where product_id is not null`,
    `create table password_reset (
      user_id ${text} primary key, digest ${text} not null unique, created_at ${integer} not null,
      expires_at ${integer} not null) ${strict}`,
  ],
};
