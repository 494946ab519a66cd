import type { Migration } from "../migration.ts";

/**
 * What forwarding needs of registered APIs; null is the default. A journal also counts the records that are no
 * calls: they complete the sizes of earlier ones.
 */
export const gateway: Migration = {
  id: "0005-gateway",
  summary: "adds what calls of registered APIs need, and counts amendments of journals",
  statements: ({ integer }) => [
    `alter table api add column max_concurrent ${integer}`,
    `alter table api add column request_max_bytes ${integer}`,
    `alter table api add column set_cookies ${integer} not null default 0`,
    `alter table journal add column amendments ${integer} not null default 0`,
  ],
};
