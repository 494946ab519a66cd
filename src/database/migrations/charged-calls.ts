import type { Migration } from "../migration.ts";

/**
 * Charged lookups that can be repeated for a day, by the ID that their caller sent (UUID version 7, so that rows of one
 * time are together). `clear_at` of a journal: all its calls that began before this time are applied, milliseconds UTC.
 */
export const chargedCalls: Migration = {
  id: "0017-charged-calls",
  summary: "stores which calls with an ID of their caller were charged",
  statements: ({ integer, text, clustered }) => [
    `create table charged_call (
      request_id ${text} not null, user_id ${text} not null, url_hash ${text} not null, at ${integer} not null,
      repeats ${integer} not null, primary key (request_id, user_id, url_hash)) ${clustered}`,
    `alter table journal add column clear_at ${integer} not null default 0`,
  ],
};
