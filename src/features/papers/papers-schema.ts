import type { Migration } from "../../database/migration.ts";

/** Papers, their numbers, and what is printed on them. A paper never changes, but for the buyer's data, which are removed after years. */
export const paperTables: Migration = {
  id: "0027-papers",
  summary: "stores invoices and credit notes",
  statements: ({ integer, text, strict }) => [
    // corrects: the invoice of a credit note. buyer_removed: 1 once the body has no data of the buyer.
    `create table paper (
      id ${text} primary key, account_id ${text} not null, subscription_id ${text},
      kind ${text} not null check (kind in ('invoice', 'credit_note', 'statement')),
      series ${text} not null, number ${text} not null unique, month ${text} not null, currency ${text} not null,
      net_minor ${integer} not null, tax_minor ${integer} not null, gross_minor ${integer} not null,
      body ${text} not null, corrects ${text}, payment_id ${text}, issued_at ${integer} not null,
      buyer_removed ${integer} not null default 0) ${strict}`,
    "create index paper_account on paper (account_id, month)",
    "create index paper_corrects on paper (corrects) where corrects is not null",
    "create index paper_issued on paper (issued_at)",
    "create index paper_buyer on paper (issued_at) where buyer_removed = 0",
    `create table paper_counter (series ${text} primary key, last ${integer} not null) ${strict}`,
    // 'seller' and 'taxes', as JSON.
    `create table paper_setting (id ${text} primary key, body ${text} not null) ${strict}`,
    // details: as JSON; null until they are given. currency: of all that the account pays; null until it pays.
    `create table billing_account (
      account_id ${text} primary key, details ${text}, invoice_allowed ${integer} not null default 0,
      currency ${text}) ${strict}`,
  ],
};

/** What one search finds papers and their buyers by. */
export const paperSearch: Migration = {
  id: "0066-paper-search",
  summary: "finds papers by their sum, and accounts by the company in their billing details",
  statements: ({ integer, text, clustered }) => [
    "create index paper_gross on paper (gross_minor, issued_at)",
    `create table billing_word (
      word ${text} not null, account_id ${text} not null, primary key (word, account_id)) ${clustered}`,
    "create index billing_word_account on billing_word (account_id)",
    // has_words: 0 for details of former versions, until a process has written their words.
    `alter table billing_account add column has_words ${integer} not null default 0`,
    `create index billing_account_unread on billing_account (account_id)
      where has_words = 0 and details is not null`,
  ],
};

/** Credit notes and what takes them back, by their time. */
export const correctionList: Migration = {
  id: "0067-corrections",
  summary: "lists credit notes by their time",
  statements: () => ["create index paper_correcting on paper (issued_at) where corrects is not null"],
};

/** What papers are found by beside their number and sum. */
export const paperOrders: Migration = {
  id: "0073-paper-orders",
  summary: "finds papers by the order that their buyers named",
  statements: ({ text }) => [
    // As `orderKey` writes it: '' without one, null until a process has read it from the body.
    `alter table paper add column order_key ${text}`,
    "create index paper_order on paper (order_key) where order_key <> ''",
    "create index paper_unread on paper (id) where order_key is null",
  ],
};
