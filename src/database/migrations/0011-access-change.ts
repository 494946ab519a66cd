import type { Migration } from "../migration.ts";

/** What changed of keys, subscriptions, users, products and APIs, for nodes that keep them at hand. */
export const accessChange: Migration = {
  id: "0011-access-change",
  statements: ({ integer, text, strict }) => [
    // One row: its lock makes versions become visible in their order.
    `create table access_version (id ${integer} primary key check (id = 1), version ${integer} not null) ${strict}`,
    "insert into access_version (id, version) values (1, 0)",
    `create table access_change (version ${integer} primary key, object ${text} not null) ${strict}`,
  ],
};
