import type { Migration } from "../migration.ts";

/** Events, the webhooks that receive them, and the credit thresholds of those webhooks. */
export const outbox: Migration = {
  id: "0013-outbox",
  summary: "stores events and their delivery to webhooks",
  statements: ({ integer, text, blob, strict, roomForUpdates }) => [
    // Written in the transaction that makes the event. IDs sort by time. `addressed`: its deliveries exist,
    // which are not made before `due_at` if that is not 0.
    `create table outbox_event (
      event_id ${text} primary key, type ${text} not null, user_id ${text}, subscription_id ${text}, family ${text},
      created_at ${integer} not null, data ${text} not null,
      due_at ${integer} not null, addressed ${integer} not null default 0) ${strict}`,
    "create index outbox_event_new on outbox_event (due_at, event_id) where addressed = 0",
    // One row: the node that delivers, and until when by the database's clock.
    `create table outbox_lease (
      id ${integer} primary key check (id = 1), holder ${text} not null, until ${integer} not null) ${strict}`,
    // Without a user it belongs to the operators. `next_at`: when its first delivery is due.
    `create table webhook (
      id ${text} primary key, user_id ${text}, url ${text} not null, description ${text} not null,
      types ${text} not null, credit_thresholds ${text} not null, sealed ${blob} not null, former_sealed ${blob},
      former_until ${integer}, state ${text} not null, failing_since ${integer}, disabled_at ${integer},
      next_at ${integer}, created_at ${integer} not null, updated_at ${integer} not null) ${strict}`,
    "create index webhook_user on webhook (user_id, created_at, id)",
    "create index webhook_next on webhook (next_at) where next_at is not null",
    `create table webhook_delivery (
      webhook_id ${text} not null, event_id ${text} not null, state ${text} not null, due_at ${integer} not null,
      attempts ${integer} not null default 0, retries ${integer} not null default 0, began_at ${integer} not null,
      ended_at ${integer}, primary key (webhook_id, event_id)) ${strict}`,
    "create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'pending'",
    "create index webhook_delivery_event on webhook_delivery (event_id)",
    `create table webhook_attempt (
      webhook_id ${text} not null, event_id ${text} not null, number ${integer} not null, at ${integer} not null,
      duration_ms ${integer} not null, status ${integer}, error ${text}, response ${text},
      primary key (webhook_id, event_id, number)) ${strict}`,
    "create index webhook_attempt_event on webhook_attempt (event_id)",
    // A threshold of 0 reports that the credits are gone. An empty user: the operators, for all subscriptions.
    `create table credit_threshold (
      user_id ${text} not null, credits ${integer} not null, webhook_id ${text} not null,
      primary key (user_id, credits, webhook_id)) ${strict}`,
    "create index credit_threshold_webhook on credit_threshold (webhook_id)",
    // Thresholds that a balance is at or below, and whose event is written. A grant above it deletes the row.
    `create table credit_crossing (
      subscription_id ${text} not null, credits ${integer} not null, at ${integer} not null,
      primary key (subscription_id, credits)) ${strict}`,
    ...["webhook", "webhook_delivery"].flatMap(roomForUpdates),
  ],
};
