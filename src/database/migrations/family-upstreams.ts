import type { Migration } from "../migration.ts";

/** The upstreams of built-in APIs, as JSON, and the records that were received from them, as they are answered. */
export const familyUpstreams: Migration = {
  id: "0007-family-upstreams",
  summary: "adds upstreams of built-in APIs, and the records received from them",
  statements: ({ integer, text, blob, clustered }) => [
    `alter table api add column upstream ${text}`,
    `create table received_record (
      api_id ${text} not null, path ${text} not null, source ${text} not null, received_at ${integer} not null,
      body ${blob} not null, primary key (api_id, path)) ${clustered}`,
    "create index received_record_age on received_record (api_id, received_at)",
  ],
};

/**
 * The mappings of vendors' APIs, as they were put: `source` is `first`, or `other` for the fallback's. And how many answers
 * of a source did not fit in a minute, with the place and the time of the last one.
 */
export const vendorMappings: Migration = {
  id: "0077-vendor-mappings",
  summary: "stores mappings of vendors' APIs, and counts answers that do not fit",
  statements: ({ integer, text, strict, clustered }) => [
    `create table api_mapping (
      api_id ${text} not null, source ${text} not null, text ${text} not null, sha256 ${text} not null,
      updated_at ${integer} not null, primary key (api_id, source)) ${strict}`,
    `create table upstream_misfit (
      api_id ${text} not null, source ${text} not null, minute ${integer} not null, answers ${integer} not null,
      reason ${text} not null, last_at ${integer} not null, primary key (api_id, source, minute)) ${clustered}`,
    "create index upstream_misfit_minute on upstream_misfit (minute)",
  ],
};
