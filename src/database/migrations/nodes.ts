import type { Migration } from "../migration.ts";

/** How far each node's clock is ahead of the database's; null if it was not measured. */
export const clockSkew: Migration = {
  id: "0004-clock-skew",
  summary: "notes how far the clock of each node differs",
  statements: ({ integer }) => [`alter table node add column clock_skew_ms ${integer}`],
};

/** The APIs whose breaker is not closed or that have calls under way on a node, as JSON; null from former versions. */
export const nodeUpstreams: Migration = {
  id: "0009-node-upstreams",
  summary: "notes the breakers of every node",
  statements: ({ text }) => [`alter table node add column upstreams ${text}`],
};

/** Which master keys a node opens, seals and starts with, as JSON of their check values; null from former versions. */
export const nodeKeys: Migration = {
  id: "0012-node-keys",
  summary: "notes the master keys of every node",
  statements: ({ text }) => [`alter table node add column master_keys ${text}`],
};
