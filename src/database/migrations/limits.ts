import type { Types } from "../migration.ts";

/** Rate limits and quotas that nodes share: each node's part, and the clock of rates. */
export function limits({ integer, text, strict }: Types): readonly string[] {
  return [
    // One row. Versions up to 0.2 kept the clock of rates in it, and its lock ordered their changes.
    `create table limit_clock (id ${integer} primary key check (id = 1), at ${integer} not null) ${strict}`,
    "insert into limit_clock (id, at) values (1, 0)",
    `create table rate_window (
      name ${text} primary key, calls ${integer} not null, period_ms ${integer} not null,
      start_at ${integer} not null, free ${integer} not null check (free >= 0),
      spent ${integer} not null default 0 check (spent >= 0)) ${strict}`,
    `create table rate_lease (
      name ${text} not null, holder ${text} not null, held ${integer} not null check (held >= 0),
      spent_at ${integer} not null default -1, return_requested ${integer} not null default 0,
      primary key (name, holder)) ${strict}`,
    "create index rate_lease_holder on rate_lease (holder, return_requested)",
    `create table rate_holder (holder ${text} primary key, seen_at ${integer} not null) ${strict}`,
    // Its lock orders changes of a subscription's quota.
    `create table quota_lock (subscription_id ${text} primary key, locks ${integer} not null) ${strict}`,
    `create table quota_lease (
      journal_id ${text} not null, subscription_id ${text} not null, period_start ${integer} not null,
      period_end ${integer} not null, calls ${integer} not null check (calls >= 0),
      bytes ${integer} not null check (bytes >= 0), return_requested ${integer} not null default 0,
      primary key (subscription_id, period_start, period_end, journal_id)) ${strict}`,
    "create index quota_lease_journal on quota_lease (journal_id, return_requested)",
  ];
}
