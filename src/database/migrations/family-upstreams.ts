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
