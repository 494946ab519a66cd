import type { Migration } from "../migration.ts";

/** The APIs whose breaker is not closed or that have calls under way on a node, as JSON; null from former versions. */
export const nodeUpstreams: Migration = {
  id: "0009-node-upstreams",
  summary: "notes the breakers of every node",
  statements: ({ text }) => [`alter table node add column upstreams ${text}`],
};
