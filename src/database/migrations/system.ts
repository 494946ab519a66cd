import type { Migration, Types } from "../migration.ts";

/** The installation's settings, its processes, and responses to certificate authorities. */
export function system({ integer, text, strict }: Types): readonly string[] {
  return [
    // Single values of the installation, for example the master key's check value.
    `create table setting (name ${text} primary key, value ${text} not null) ${strict}`,
    // Service processes; each reports itself every few seconds.
    `create table node (
      instance ${text} primary key, name ${text} not null, role ${text} not null, address ${text} not null,
      build ${text} not null, journal_id ${text} not null, started_at ${integer} not null,
      seen_at ${integer} not null, waiting_calls ${integer} not null, waiting_bytes ${integer} not null,
      delay_us ${integer} not null, memory_bytes ${integer} not null, streams ${integer} not null) ${strict}`,
    `create table acme_challenge (
      token ${text} primary key, key_authorization ${text} not null, created_at ${integer} not null) ${strict}`,
  ];
}

/** What one search reads: the ends of keys, and calls by their journal. */
export const search: Migration = {
  id: "0066-search",
  summary: "finds keys by their last four characters, and single calls by their journal",
  statements: ({ text }) => [
    // ending: the last four characters; null from former versions, until a process has opened the key.
    `alter table subscription_key add column ending ${text}`,
    "create index subscription_key_ending on subscription_key (ending) where ending is not null",
    `create index subscription_key_unread on subscription_key (digest)
      where ending is null and sealed is not null`,
    "create index request_chunk_journal on request_chunk (journal_id, first_seq)",
  ],
};
