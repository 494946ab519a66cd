import type { Migration } from "../../database/migration.ts";

/**
 * The programs that have registered, the assistants that users connected, and their codes and tokens, as digests.
 * An assistant without `connected_at` waits until its program exchanges the code.
 */
export const connectorTables: Migration = {
  id: "0034-connectors",
  summary: "adds assistants that users connect by OAuth",
  statements: ({ text, integer, strict, clustered }) => [
    `create table assistant_client (
      id ${text} primary key, name ${text} not null, redirect_uris ${text} not null, created_at ${integer} not null,
      is_used ${integer} not null default 0) ${strict}`,
    "create index assistant_client_unused on assistant_client (is_used, created_at)",
    `create table assistant (
      id ${text} primary key, user_id ${text} not null, account_id ${text} not null, subscription_id ${text} not null,
      client_id ${text} not null, name ${text} not null, host ${text} not null, credits_per_day ${integer} not null,
      created_at ${integer} not null, connected_at ${integer}, last_used_at ${integer}) ${strict}`,
    "create index assistant_user on assistant (user_id, created_at)",
    "create index assistant_account on assistant (account_id)",
    "create index assistant_subscription on assistant (subscription_id)",
    "create index assistant_client_of on assistant (client_id)",
    `create table assistant_code (
      digest ${text} primary key, assistant_id ${text} not null, redirect_uri ${text} not null,
      challenge ${text} not null, expires_at ${integer} not null, used_at ${integer}) ${strict}`,
    "create index assistant_code_of on assistant_code (assistant_id)",
    "create index assistant_code_expiry on assistant_code (expires_at)",
    `create table assistant_token (
      digest ${text} primary key, kind ${text} not null, assistant_id ${text} not null, created_at ${integer} not null,
      expires_at ${integer} not null, used_at ${integer}) ${strict}`,
    "create index assistant_token_of on assistant_token (assistant_id)",
    "create index assistant_token_expiry on assistant_token (expires_at)",
    `create table assistant_day (
      assistant_id ${text} not null, day ${text} not null, credits ${integer} not null,
      primary key (assistant_id, day)) ${clustered}`,
  ],
};

/** The network from which each program registered; empty for those of before. */
export const clientNetworks: Migration = {
  id: "0044-assistant-networks",
  summary: "notes from which network a program registered",
  statements: ({ text }) => [
    `alter table assistant_client add column network ${text} not null default ''`,
    "create index assistant_client_network on assistant_client (network, is_used)",
  ],
};
