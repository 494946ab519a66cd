import type { Migration } from "../migration.ts";

/** How far each node's clock is ahead of the database's; null if it was not measured. */
export const clockSkew: Migration = {
  id: "0004-clock-skew",
  summary: "notes how far the clock of each node differs",
  statements: ({ integer }) => [`alter table node add column clock_skew_ms ${integer}`],
};

/** The APIs whose breaker is not closed or that have calls under way on a node, as JSON; null from former versions. */
export const nodeUpstreams: Migration = {
  id: "0009-node-upstreams",
  summary: "notes the breakers of every node",
  statements: ({ text }) => [`alter table node add column upstreams ${text}`],
};

/** Which master keys a node opens, seals and starts with, as JSON of their check values; null from former versions. */
export const nodeKeys: Migration = {
  id: "0012-node-keys",
  summary: "notes the master keys of every node",
  statements: ({ text }) => [`alter table node add column master_keys ${text}`],
};

/** What needs an operator: since when, who put it off, and how it went. */
export const inbox: Migration = {
  id: "0065-inbox",
  summary: "stores what needed an operator, and what was put off",
  statements: ({ integer, text, strict }) => [
    // JSON of what the doctor found on a node and Inbox shows; null before its first run, and from former versions.
    `alter table node add column findings ${text}`,
    // item_id: the same as long as a cause is. gone_by and gone_action: of the audit entry by which it went.
    `create table inbox_item (
      item_id ${text} not null, opened_at ${integer} not null, kind ${text} not null, permission ${text} not null,
      code ${text} not null, details ${text} not null, found ${text} not null, object ${text}, account_id ${text},
      gone_at ${integer}, gone_by ${text}, gone_action ${text}, primary key (item_id, opened_at)) ${strict}`,
    "create unique index inbox_item_open on inbox_item (item_id) where gone_at is null",
    "create index inbox_item_gone on inbox_item (gone_at) where gone_at is not null",
    "create index inbox_item_account on inbox_item (account_id) where account_id is not null",
    `create table inbox_put_off (
      item_id ${text} not null, at ${integer} not null, until ${integer} not null, actor ${text} not null,
      reason ${text} not null, primary key (item_id, at)) ${strict}`,
    "create index inbox_put_off_until on inbox_put_off (until)",
    "create index webhook_failing on webhook (failing_since) where failing_since is not null",
  ],
};
