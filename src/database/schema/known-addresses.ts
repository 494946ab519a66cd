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
