import type { Migration } from "../../database/migration.ts";

/** Which audit entries are exported, and which process exports them. */
export const auditExportTables: Migration = {
  id: "0037-audit-export",
  summary: "notes which audit entries were exported",
  statements: ({ integer, text, strict }) => [
    // 0: not yet; 1: taken by the receiver; 2: refused by it. A mark per entry needs no order of commits: an entry that
    // becomes visible late is unmarked, with any ID and time.
    `alter table audit_log add column exported ${integer} not null default 0`,
    "create index audit_log_unexported on audit_log (at, id) where exported = 0",
    "create index audit_log_refused on audit_log (at, id) where exported = 2",
    // One row: the process that exports, until when by the database's clock, and why the last attempt failed.
    `create table audit_export (
      id ${integer} primary key check (id = 1), holder ${text} not null, until ${integer} not null,
      failing_since ${integer}, retry_at ${integer} not null default 0, error ${text}) ${strict}`,
  ],
};
