import type { Types } from "../migration.ts";

/** APIs, products with their APIs, and subscriptions. */
export function products({ integer, text, blob, strict }: Types): readonly string[] {
  return [
    // Unique except for built-in APIs, so that a later built-in one always finds its name and path free; the
    // operations refuse names in use.
    `create table api (
      id ${text} primary key, name ${text} not null, display_name ${text} not null, path ${text} not null,
      description ${text} not null, service_url ${text}, protocols ${text} not null,
      subscription_required ${integer} not null, auth_header ${text}, auth_sealed ${blob},
      timeout_ms ${integer}, contact ${text}, license ${text}, terms_of_service_url ${text},
      builtin ${integer} not null, created_at ${integer} not null, updated_at ${integer} not null,
      unique (builtin, name), unique (builtin, path)) ${strict}`,
    "create index api_created on api (created_at, id)",
    `create table product (
      id ${text} primary key, display_name ${text} not null, description ${text} not null, terms ${text} not null,
      subscription_required ${integer} not null, approval_required ${integer} not null,
      subscriptions_limit ${integer}, state ${text} not null, credits_granted ${integer}, policy ${text} not null,
      created_at ${integer} not null, updated_at ${integer} not null) ${strict}`,
    "create index product_created on product (created_at, id)",
    `create table product_api (
      product_id ${text} not null, api_id ${text} not null, created_at ${integer} not null,
      primary key (product_id, api_id)) ${strict}`,
    "create index product_api_api on product_api (api_id, product_id)",
    `create table subscription (
      id ${text} primary key, owner_id ${text} not null, scope ${text} not null, product_id ${text},
      display_name ${text} not null, state ${text} not null, state_comment ${text},
      created_at ${integer} not null, start_at ${integer}, expires_at ${integer}, ended_at ${integer},
      deleted_at ${integer}) ${strict}`,
    "create index subscription_owner on subscription (owner_id, created_at)",
    "create index subscription_newest on subscription (created_at, id) where deleted_at is null",
    "create index subscription_state on subscription (state, created_at, id) where deleted_at is null",
    `create index subscription_expiry on subscription (state, expires_at)
      where deleted_at is null and expires_at is not null`,
    // Outlives the subscription: a product's limit counts all that a user ever had.
    `create table enrolment (
      user_id ${text} not null, product_id ${text} not null, subscription_id ${text} not null, at ${integer} not null,
      primary key (user_id, product_id, subscription_id)) ${strict}`,
  ];
}
