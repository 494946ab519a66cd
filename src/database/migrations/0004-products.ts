import type { Migration } from "../migration.ts";

/** The APIs, which products hold them, and what quotas have counted. */
export const products: Migration = {
  id: "0004-products",
  statements: ({ integer, text, blob, strict }) => [
    // Names and paths are unique apart from the built-in ones, so that a program's later built-in API always
    // finds its place; the operations refuse those that are taken now.
    `create table api (
      id ${text} primary key, name ${text} not null, display_name ${text} not null, path ${text} not null,
      description ${text} not null, service_url ${text}, protocols ${text} not null,
      subscription_required ${integer} not null, auth_header ${text}, auth_sealed ${blob},
      timeout_ms ${integer}, contact ${text}, license ${text}, terms_of_service_url ${text},
      builtin ${integer} not null, created_at ${integer} not null, updated_at ${integer} not null,
      unique (builtin, name), unique (builtin, path)) ${strict}`,
    "create index api_created on api (created_at, id)",
    `create table product_api (
      product_id ${text} not null, api_id ${text} not null, created_at ${integer} not null,
      primary key (product_id, api_id)) ${strict}`,
    "create index product_api_api on product_api (api_id, product_id)",
    "create index product_created on product (created_at, id)",
    `create table quota_use (
      subscription_id ${text} primary key, period_start ${integer} not null,
      calls ${integer} not null, bytes ${integer} not null) ${strict}`,
  ],
};
