import type { Migration } from "../migration.ts";

/** What tells a change from another of the same number, which a database may make that has lost the first. */
export const changeMark: Migration = {
  id: "0022-change-mark",
  statements: ({ text }) => [`alter table access_change add column mark ${text} not null default ''`],
};
