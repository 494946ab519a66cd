import type { Migration } from "../migration.ts";

/** The addresses from which accounts have signed in. */
export const knownAddresses: Migration = {
  id: "0002-known-addresses",
  summary: "notes the addresses from which accounts have signed in",
  statements: ({ text, integer, clustered }) => [
    `create table known_address (
      user_id ${text} not null, digest ${text} not null, seen_at ${integer} not null,
      primary key (user_id, digest)) ${clustered}`,
  ],
};

/** The mailboxes that have signed up for trial credits, in the form in which they are compared. */
export const trialMailboxes: Migration = {
  id: "0019-trial-mailboxes",
  summary: "adds the mailboxes that signed up",
  statements: ({ text, clustered }) => [
    `create table trial_mailbox (mailbox ${text} primary key, user_id ${text} not null) ${clustered}`,
    "create index trial_mailbox_user on trial_mailbox (user_id)",
  ],
};
