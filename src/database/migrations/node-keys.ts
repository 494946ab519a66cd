import type { Migration } from "../migration.ts";

/** Which master keys a node opens, seals and starts with, as JSON of their check values; null from former versions. */
export const nodeKeys: Migration = {
  id: "0012-node-keys",
  summary: "notes the master keys of every node",
  statements: ({ text }) => [`alter table node add column master_keys ${text}`],
};
