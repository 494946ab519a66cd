import type { Migration } from "../migration.ts";

/** Who began an import: an actor as the audit log names it, or the command line. */
export const importActor: Migration = {
  id: "0020-import-actor",
  statements: ({ text }) => [
    `alter table import_run add column actor ${text} not null default 'command line'`,
    "create index import_run_started on import_run (started_at)",
  ],
};
