import type { Migration } from "../../src/database/migration.ts";

/** Three steps with every column type, for the tests of migrations. */
export const sample: readonly Migration[] = [
  {
    id: "0001-sample",
    summary: "changes a table",
    statements: ({ identity, text, real, blob, strict }) => [
      `create table sample (id ${identity}, label ${text} not null, weight ${real}, image ${blob}) ${strict}`,
    ],
  },
  {
    id: "0002-label-unique",
    summary: "changes a table",
    statements: () => ["create unique index sample_label on sample (label)"],
  },
  {
    id: "0003-filled",
    summary: "changes a table",
    statements: ({ integer, strict }) => [
      `create table filled (id ${integer} primary key, at ${integer} not null) ${strict}`,
      "insert into filled (id, at) values (1, 1700000000000), (2, 1700000000001)",
    ],
  },
];
