import type { Migration } from "../../database/migration.ts";

/**
 * Whether an address has yet to echo the challenge of a test event; what was sent to it again within an hour; and its
 * URL, sealed, if that has a query: `url` then shows the names of its parameters alone.
 */
export const webhookConfirmations: Migration = {
  id: "0016-webhook-confirmations",
  summary: "stores which webhooks are confirmed, and seals the queries of their addresses",
  statements: ({ integer, blob }) => [
    `alter table webhook add column unconfirmed ${integer} not null default 0`,
    `alter table webhook add column url_sealed ${blob}`,
    `alter table webhook add column resent_hour ${integer} not null default 0`,
    `alter table webhook add column resent ${integer} not null default 0`,
  ],
};
