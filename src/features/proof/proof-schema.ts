import type { Migration } from "../../database/migration.ts";

/** Proof days: which calls they have, their leaves, and the logs that the leaves make. Hashes are Base64, several one after the other. */
export const proofTables: Migration = {
  id: "0025-proof",
  summary: "stores proof days, the salts of accounts, the keys that sign, and final statements",
  statements: ({ integer, text, blob, strict, clustered, roomForUpdates }) => [
    // One row. Days before cut_day are never cut. leaf_day: the last one whose leaves are complete. restored: the backup
    // for which the epoch began. Whoever makes leaves holds it until claimed_until.
    `create table proof_state (
      id ${integer} primary key, cut_day ${text} not null, leaf_day ${text} not null, epoch ${integer} not null,
      restored ${text} not null, claimed_until ${integer} not null, claimed_by ${text} not null) ${strict}`,
    // A day's calls of a journal: those after from_seq, up to to_seq.
    `create table proof_cut (
      day ${text} not null, journal_id ${text} not null, from_seq ${integer} not null, to_seq ${integer} not null,
      since ${integer} not null, primary key (day, journal_id)) ${clustered}`,
    "create index proof_cut_journal on proof_cut (journal_id, to_seq)",
    // number: the place of the leaf in its log. Until the leaf is made there is none, and no calls are counted.
    `create table proof_day (
      day ${text} not null, subscription_id ${text} not null, number ${integer}, calls ${integer} not null,
      credits ${integer} not null, call_root ${text}, ledger_rows ${integer} not null, ledger_head ${text} not null,
      primary key (day, subscription_id)) ${clustered}`,
    `create table proof_log (
      subscription_id ${text} primary key, size ${integer} not null, subtrees ${text} not null,
      balance ${integer} not null, ledger_rows ${integer} not null, ledger_head ${text} not null,
      month ${text} not null) ${strict}`,
    ...roomForUpdates("proof_log"),
    // The log before the month, and the sums of its calls: a JSON array of operation, class, calls and credits.
    `create table proof_month (
      subscription_id ${text} not null, month ${text} not null, size ${integer} not null, subtrees ${text} not null,
      balance ${integer} not null, ledger_rows ${integer} not null, ledger_head ${text} not null,
      usage ${text} not null, primary key (subscription_id, month)) ${clustered}`,
    // A leaf of a log that began again, because the database had lost signed days.
    `create table proof_epoch (
      subscription_id ${text} not null, epoch ${integer} not null, month ${text} not null, number ${integer} not null,
      size ${integer} not null, root ${text} not null, reason ${text} not null,
      primary key (subscription_id, epoch)) ${clustered}`,
    // digest: of all leaves of the day, in the order of their subscriptions.
    `create table proof_done (
      day ${text} primary key, leaves ${integer} not null, digest ${text} not null, made_at ${integer} not null) ${strict}`,
    `create table proof_salt (user_id ${text} primary key, salt ${blob} not null) ${strict}`,
    `create table proof_key (
      id ${text} primary key, seed ${blob} not null, created_at ${integer} not null,
      retired_at ${integer}) ${strict}`,
    `create table proof_statement (
      user_id ${text} not null, month ${text} not null, body ${text} not null, issued_at ${integer} not null,
      primary key (user_id, month)) ${strict}`,
  ],
};

/** Logs per account: a subscription that moves does not take its past along. */
export const tenures: Migration = {
  id: "0050-tenures",
  summary: "stores which account had a subscription, and when, so that each proves its own calls",
  statements: ({ integer, text, clustered }) => [
    // One row for each tenure of a subscription that has moved. log: the key of a log in the tables above, which is
    // the subscription's ID for the first account and ID/NUMBER for others. ledger_rows: those before it. own_rows:
    // those of its log before it. former_…: of the log of the account before, as the first leaf names it. The last
    // three: how it was left.
    `create table proof_tenure (
      subscription_id ${text} not null, number ${integer} not null, user_id ${text} not null, log ${text} not null,
      since ${integer} not null, from_day ${text} not null, ledger_rows ${integer} not null,
      ledger_head ${text} not null, own_rows ${integer}, own_head ${text}, bridge ${integer} not null,
      epoch ${integer}, former_epoch ${integer}, former_size ${integer}, former_root ${text}, product_id ${text},
      unlimited ${integer}, grants ${text}, primary key (subscription_id, number)) ${clustered}`,
    "create index proof_tenure_user on proof_tenure (user_id)",
    // ledger_rows: those of the subscription at which the day is cut, null without new ones. credits: of its calls.
    `create table proof_tenure_day (
      subscription_id ${text} not null, number ${integer} not null, day ${text} not null, ledger_rows ${integer},
      credits ${integer} not null, primary key (subscription_id, number, day)) ${clustered}`,
  ],
};
