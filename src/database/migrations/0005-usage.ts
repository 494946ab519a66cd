import type { Migration } from "../migration.ts";

/** Who changed what. No foreign keys: the log outlives what it speaks of. */
export const usage: Migration = {
  id: "0005-usage",
  statements: ({ integer, text, strict }) => [
    `create table audit_log (
      id ${text} primary key, at ${integer} not null, actor ${text} not null, action ${text} not null,
      object ${text} not null, ip_address ${text} not null, request_id ${text} not null,
      before ${text}, after ${text}) ${strict}`,
    "create index audit_log_at on audit_log (at, id)",
    "create index audit_log_actor on audit_log (actor, at, id)",
    "create index audit_log_action on audit_log (action, at, id)",
    "create index audit_log_object on audit_log (object, at, id)",
  ],
};
