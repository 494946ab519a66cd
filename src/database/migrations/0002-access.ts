import type { Migration } from "../migration.ts";

/**
 * Who may call, what they hold, and what they did. No foreign keys: the ledger and the request
 * log outlive the users and subscriptions that they speak of.
 */
export const access: Migration = {
  id: "0002-access",
  statements: ({ integer, text, blob, strict }) => [
    `create table app_user (
      id ${text} primary key, email ${text} not null, email_key ${text} unique,
      first_name ${text} not null, last_name ${text} not null, role ${text} not null, state ${text} not null,
      password_hash ${text}, attributes ${text} not null default '{}', note ${text},
      registered_at ${integer} not null, updated_at ${integer} not null) ${strict}`,
    `create table access_token (
      digest ${text} primary key, kind ${text} not null, user_id ${text}, created_at ${integer} not null,
      expires_at ${integer}) ${strict}`,
    "create index access_token_user on access_token (user_id)",
    `create table product (
      id ${text} primary key, display_name ${text} not null, description ${text} not null, terms ${text} not null,
      subscription_required ${integer} not null, approval_required ${integer} not null,
      subscriptions_limit ${integer}, state ${text} not null, credits_granted ${integer}, policy ${text} not null,
      created_at ${integer} not null, updated_at ${integer} not null) ${strict}`,
    `create table subscription (
      id ${text} primary key, owner_id ${text} not null, scope ${text} not null, product_id ${text},
      display_name ${text} not null, state ${text} not null, state_comment ${text},
      created_at ${integer} not null, start_at ${integer}, expires_at ${integer}, ended_at ${integer}) ${strict}`,
    "create index subscription_owner on subscription (owner_id, created_at)",
    `create table subscription_key (
      digest ${text} primary key, subscription_id ${text} not null, slot ${text} not null,
      sealed ${blob}, created_at ${integer} not null, expires_at ${integer}) ${strict}`,
    "create index subscription_key_subscription on subscription_key (subscription_id)",
    `create table credit_balance (
      subscription_id ${text} primary key, unlimited ${integer} not null default 0, active ${integer} not null default 1,
      granted ${integer} not null, remaining ${integer} not null check (remaining >= 0),
      used ${integer} not null default 0, written_off ${integer} not null default 0) ${strict}`,
    `create table credit_ledger (
      id ${text} primary key, subscription_id ${text} not null, at ${integer} not null, delta ${integer} not null,
      kind ${text} not null, reason ${text}, actor ${text}, idempotency_key ${text}, remaining_after ${integer},
      unique (subscription_id, idempotency_key)) ${strict}`,
    `create table request_log (
      day ${integer} not null, journal_id ${text} not null, seq ${integer} not null, at ${integer} not null,
      request_id ${text} not null, subscription_id ${text} not null, user_id ${text} not null, product_id ${text},
      api_id ${text} not null, operation ${text} not null, method ${text} not null, url ${text} not null,
      ip_address ${text} not null, status ${integer} not null, credits ${integer} not null,
      request_size ${integer} not null, response_size ${integer} not null, cache ${text} not null,
      api_us ${integer} not null, service_us ${integer} not null,
      primary key (day, journal_id, seq)) ${strict}`,
    "create index request_log_subscription on request_log (subscription_id, at)",
    `create table acme_challenge (
      token ${text} primary key, key_authorization ${text} not null, created_at ${integer} not null) ${strict}`,
  ],
};
