import type { Migration } from "../migration.ts";

/** The processes that answer, as each of them says every few seconds. */
export const node: Migration = {
  id: "0019-node",
  statements: ({ integer, text, strict }) => [
    `create table node (
      instance ${text} primary key, name ${text} not null, role ${text} not null, address ${text} not null,
      build ${text} not null, journal_id ${text} not null, started_at ${integer} not null,
      seen_at ${integer} not null, waiting_calls ${integer} not null, waiting_bytes ${integer} not null,
      delay_us ${integer} not null, memory_bytes ${integer} not null, streams ${integer} not null) ${strict}`,
  ],
};
