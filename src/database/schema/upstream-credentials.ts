import type { Migration } from "../migration.ts";

/** The names of credentials that are no single header, as JSON, and the authorities of an API's upstream, as PEM. */
export const upstreamCredentials: Migration = {
  id: "0018-upstream-credentials",
  summary: "adds several credentials and the authorities of upstreams",
  statements: ({ text }) => [
    `alter table api add column auth_names ${text}`,
    `alter table api add column ca_certificate ${text}`,
  ],
};
