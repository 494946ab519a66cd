import type { Migration } from "../migration.ts";

/** Journals, the credits that each of them holds, and the calls that the database refused. */
export const metering: Migration = {
  id: "0008-metering",
  statements: ({ integer, text, blob, strict }) => [
    // Never purged: a row's mark is what keeps a journal from being folded twice.
    `create table journal (
      journal_id ${text} primary key, node ${text} not null, place ${text} not null,
      state ${text} not null check (state in ('open', 'closed', 'expired')),
      applied_seq ${integer} not null default 0, beat ${integer} not null default 0,
      opened_at ${integer} not null, closed_at ${integer}) ${strict}`,
    "create index journal_open on journal (journal_id) where state = 'open'",
    `create table credit_lease (
      journal_id ${text} not null, subscription_id ${text} not null, op ${integer} not null default 0,
      op_amount ${integer} not null default 0, held ${integer} not null default 0 check (held >= 0),
      covered ${integer} not null default 0, asked ${integer} not null default 0,
      primary key (subscription_id, journal_id)) ${strict}`,
    "create index credit_lease_journal on credit_lease (journal_id, asked)",
    `alter table credit_balance add column taken ${integer} not null default 0`,
    `alter table credit_balance add column frozen_until ${integer} not null default 0`,
    `alter table credit_ledger add column journal_id ${text}`,
    // The call as its journal holds it: its sums are in the roll-ups, its row is not in the log.
    `create table usage_rejected (
      journal_id ${text} not null, seq ${integer} not null, at ${integer} not null, reason ${text} not null,
      record ${blob} not null, primary key (journal_id, seq)) ${strict}`,
  ],
};
