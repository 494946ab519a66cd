import type { Migration } from "../migration.ts";

/**
 * The names of credentials that are no single header, as JSON; the authorities of an API's upstream, as PEM; and its
 * second source, as JSON.
 */
export const upstreamCredentials: Migration = {
  id: "0018-upstream-credentials",
  summary: "adds several credentials, the authorities and the second sources of upstreams",
  statements: ({ text, blob }) => [
    `alter table api add column auth_names ${text}`,
    `alter table api add column ca_certificate ${text}`,
    `alter table api add column fallback ${text}`,
    `alter table api add column fallback_sealed ${blob}`,
  ],
};
