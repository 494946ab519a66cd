import type { Types } from "../migration.ts";

/** Credentials, the announcement of their changes to nodes, and the audit log. */
export function access({ integer, text, blob, strict }: Types): readonly string[] {
  return [
    // Sessions have neither id nor name.
    `create table access_token (
      digest ${text} primary key, kind ${text} not null, user_id ${text}, created_at ${integer} not null,
      expires_at ${integer}, id ${text}, name ${text}, last_used_at ${integer}) ${strict}`,
    "create index access_token_user on access_token (user_id)",
    "create unique index access_token_id on access_token (id)",
    `create table subscription_key (
      digest ${text} primary key, subscription_id ${text} not null, slot ${text} not null,
      sealed ${blob}, created_at ${integer} not null, expires_at ${integer}) ${strict}`,
    "create index subscription_key_subscription on subscription_key (subscription_id)",
    // One row; its lock makes versions visible in their order.
    `create table access_version (id ${integer} primary key check (id = 1), version ${integer} not null) ${strict}`,
    "insert into access_version (id, version) values (1, 0)",
    // The nonce differs if a database that lost commits assigns a version to another change.
    `create table access_change (
      version ${integer} primary key, object ${text} not null, nonce ${text} not null default '') ${strict}`,
    // First responses of calls with an `Idempotency-Key`, encrypted, for a day.
    `create table idempotency (
      id ${text} primary key, request_digest ${text} not null, created_at ${integer} not null,
      answer ${blob}) ${strict}`,
    "create index idempotency_created on idempotency (created_at)",
    `create table audit_log (
      id ${text} primary key, at ${integer} not null, actor ${text} not null, action ${text} not null,
      object ${text} not null, ip_address ${text} not null, request_id ${text} not null,
      before ${text}, after ${text}) ${strict}`,
    ...["at", "actor", "action", "object"].map(
      (column) =>
        `create index audit_log_${column} on audit_log (${column === "at" ? "" : `${column}, `}at, id)`,
    ),
  ];
}
