import type { Migration, Types } from "../migration.ts";

/** Datasets, one of each family current, and imports. */
export function imports({ integer, text, identity, strict }: Types): readonly string[] {
  return [
    `create table dataset (
      id ${identity}, family ${text} not null, state ${text} not null, name ${text} not null,
      version ${text} not null, source ${text} not null, licence ${text} not null,
      record_count ${integer} not null, checksum ${text} not null, loaded_at ${integer} not null) ${strict}`,
    "create unique index dataset_current on dataset (family) where state = 'current'",
    `create table import_run (
      id ${text} primary key, family ${text} not null, source ${text} not null, input ${text} not null,
      mode ${text} not null, dry_run ${integer} not null, node ${text} not null, state ${text} not null,
      started_at ${integer} not null, renewed_at ${integer} not null, ended_at ${integer},
      stop_requested ${integer} not null, progress ${text} not null, outcome ${text} not null,
      dataset ${integer}, actor ${text} not null default 'command line') ${strict}`,
    // Only one import of a family runs at a time.
    "create unique index import_run_running on import_run (family) where state = 'running'",
    "create index import_run_family on import_run (family, started_at)",
    "create index import_run_dataset on import_run (dataset)",
    "create index import_run_started on import_run (started_at)",
  ];
}

/**
 * The number of the reader of a dataset's file, as `readers.ts` of the imports counts them; 0 for datasets that were
 * imported before readers had numbers.
 */
export const datasetReaders: Migration = {
  id: "0055-dataset-readers",
  summary: "notes which reader read the file of each dataset",
  statements: ({ integer }) => [`alter table dataset add column reader ${integer} not null default 0`],
};
