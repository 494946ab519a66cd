import type { Migration } from "../migration.ts";

/** How far a journal's single calls are in ClickHouse; null if the database has them. */
export const loggedCalls: Migration = {
  id: "0011-logged-calls",
  summary: "notes how far single calls are in ClickHouse",
  statements: ({ integer }) => [
    `alter table journal add column logged_seq ${integer}`,
    "create index journal_unlogged on journal (journal_id) where logged_seq < applied_seq",
  ],
};
