import type { Migration } from "../migration.ts";

/** The heads of ledger rows, and from where calls are proved. */
export const ledgerChain: Migration = {
  id: "0024-ledger-chain",
  summary:
    "chains the rows of the ledger by hashes, from now on; finds the calls of a journal by their numbers",
  statements: ({ integer, text }) => [
    // number: its place in the chain of its subscription. Rows of before have 0 and no head. Nodes of the former version
    // write neither; `chainRows` does it for them.
    `alter table credit_ledger add column number ${integer}`,
    `alter table credit_ledger add column head ${text}`,
    "update credit_ledger set number = 0",
    "create unique index credit_ledger_number on credit_ledger (subscription_id, number) where number > 0",
    "create index credit_ledger_unchained on credit_ledger (subscription_id) where number is null",
    // first_balance: granted and not used when the chain began.
    `alter table credit_balance add column ledger_rows ${integer} not null default 0`,
    `alter table credit_balance add column ledger_head ${text} not null default ''`,
    `alter table credit_balance add column first_balance ${integer} not null default 0`,
    // proved_seq: calls up to it are in a proof day, or were made before there were any. This update locks the journals,
    // so that no call is applied before the balances are read.
    `alter table journal add column proved_seq ${integer} not null default 0`,
    "update journal set proved_seq = applied_seq",
    `update credit_balance set first_balance = granted - (
      select t.used from credit_total t where t.subscription_id = credit_balance.subscription_id)`,
    "create index request_chunk_seq on request_chunk (journal_id, first_seq)",
  ],
};
