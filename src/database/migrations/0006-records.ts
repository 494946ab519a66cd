import type { Migration } from "../migration.ts";

/** The datasets that records belong to; one dataset of each family is current. */
export const records: Migration = {
  id: "0006-records",
  statements: ({ integer, text, identity, strict }) => [
    `create table dataset (
      id ${identity}, family ${text} not null, state ${text} not null, name ${text} not null,
      version ${text} not null, source ${text} not null, licence ${text} not null,
      record_count ${integer} not null, checksum ${text} not null, loaded_at ${integer} not null) ${strict}`,
    "create unique index dataset_current on dataset (family) where state = 'current'",
  ],
};
