import type { Types } from "../migration.ts";

const inLeases = (column: string) =>
  `coalesce((select sum(l.${column}) from credit_lease l where l.subscription_id = b.subscription_id), 0)`;

/** Journals, balances and their ledger, and the leases of each journal. */
export function metering({
  integer,
  text,
  blob,
  strict,
  roomForUpdates,
  onDelete,
}: Types): readonly string[] {
  return [
    // Never purged: the applied seq of its row keeps a journal from being applied twice.
    `create table journal (
      journal_id ${text} primary key, node ${text} not null, place ${text} not null,
      state ${text} not null check (state in ('open', 'closed', 'expired')),
      applied_seq ${integer} not null default 0, commit_count ${integer} not null default 0,
      opened_at ${integer} not null, closed_at ${integer}) ${strict}`,
    "create index journal_open on journal (journal_id) where state = 'open'",
    `create table credit_balance (
      subscription_id ${text} primary key, unlimited ${integer} not null default 0, active ${integer} not null default 1,
      granted ${integer} not null, remaining ${integer} not null check (remaining >= 0),
      used ${integer} not null default 0, written_off ${integer} not null default 0,
      taken ${integer} not null default 0, frozen_until ${integer} not null default 0) ${strict}`,
    `create table credit_ledger (
      id ${text} primary key, subscription_id ${text} not null, at ${integer} not null, delta ${integer} not null,
      kind ${text} not null, reason ${text}, actor ${text}, idempotency_key ${text}, remaining_after ${integer},
      journal_id ${text}, unique (subscription_id, idempotency_key)) ${strict}`,
    // paid_seq: the last call of the batch for which the lease alone paid last.
    `create table credit_lease (
      journal_id ${text} not null, subscription_id ${text} not null, op ${integer} not null default 0,
      op_amount ${integer} not null default 0, held ${integer} not null default 0 check (held >= 0),
      covered ${integer} not null default 0, return_requested ${integer} not null default 0,
      used ${integer} not null default 0, paid_seq ${integer} not null default 0,
      primary key (subscription_id, journal_id)) ${strict}`,
    "create index credit_lease_journal on credit_lease (journal_id, return_requested)",
    // Credits that a lease has paid are counted only in its row, so that no node waits for a balance locked
    // by another. A trigger adds them to the balance when the lease is deleted, by any program version.
    ...onDelete(
      "credit_lease_used",
      "credit_lease",
      "old.used <> 0",
      "update credit_balance set used = used + old.used where subscription_id = old.subscription_id",
    ),
    `create view credit_total as
      select b.subscription_id, b.unlimited, b.granted, cast(b.used + ${inLeases("used")} as bigint) as used,
        b.remaining, cast(${inLeases("held")} as bigint) as held, b.written_off
      from credit_balance b`,
    ...["credit_balance", "credit_lease"].flatMap(roomForUpdates),
    // A call that the request log refused, as in its journal. The rollups count it.
    `create table usage_rejected (
      journal_id ${text} not null, seq ${integer} not null, at ${integer} not null, reason ${text} not null,
      record ${blob} not null, primary key (journal_id, seq)) ${strict}`,
  ];
}
