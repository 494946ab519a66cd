import type { Migration } from "../migration.ts";

/** Every import of records: who runs it, how far it has come, what came of it. One of a family runs at a time. */
export const imports: Migration = {
  id: "0012-imports",
  statements: ({ integer, text, strict }) => [
    `create table import_run (
      id ${text} primary key, family ${text} not null, source ${text} not null, input ${text} not null,
      mode ${text} not null, dry_run ${integer} not null, node ${text} not null, state ${text} not null,
      started_at ${integer} not null, renewed_at ${integer} not null, ended_at ${integer},
      stop_requested ${integer} not null, progress ${text} not null, outcome ${text} not null,
      dataset ${integer}) ${strict}`,
    "create unique index import_run_running on import_run (family) where state = 'running'",
    "create index import_run_family on import_run (family, started_at)",
    "create index import_run_dataset on import_run (dataset)",
  ],
};
