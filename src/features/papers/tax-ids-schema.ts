import type { Migration } from "../../database/migration.ts";

/** What the European Union's registers answered for the VAT ID of an account. A row is of the ID that it names, no other. */
export const taxIdTables: Migration = {
  id: "0054-tax-id-checks",
  summary: "keeps what VIES said of VAT IDs",
  statements: ({ integer, text, strict }) => [
    // since: when the ID was checked first. answered_on and reference: of the answer. due_at: when it is checked
    // again; null if it is not.
    `create table tax_id_check (
      account_id ${text} primary key, country ${text} not null, tax_id ${text} not null,
      state ${text} not null check (state in ('unconfirmed', 'valid', 'invalid', 'accepted', 'refused')),
      since ${integer} not null, attempts ${integer} not null, asked_at ${integer} not null,
      answered_on ${text}, reference ${text}, due_at ${integer}) ${strict}`,
    "create index tax_id_check_due on tax_id_check (due_at) where due_at is not null",
    "create index tax_id_check_state on tax_id_check (state, since)",
    // What an operator refused, so that the ID is refused again when it comes back after another one.
    `create table tax_id_refusal (account_id ${text} not null, country ${text} not null, tax_id ${text} not null,
      primary key (account_id, country, tax_id)) ${strict}`,
  ],
};
