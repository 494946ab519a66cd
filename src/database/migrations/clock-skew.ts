import type { Migration } from "../migration.ts";

/** How far each node's clock is ahead of the database's; null if it was not measured. */
export const clockSkew: Migration = {
  id: "0004-clock-skew",
  summary: "notes how far the clock of each node differs",
  statements: ({ integer }) => [`alter table node add column clock_skew_ms ${integer}`],
};
