import type { Migration } from "../../database/migration.ts";

/** Versions of the brand, which never change, and its logos, which papers may show for years. */
export const brandTables: Migration = {
  id: "0038-brand",
  summary: "adds the operator's brand and its logos",
  statements: ({ integer, text, blob, strict }) => [
    `create table brand (
      version ${integer} primary key, body ${text} not null, at ${integer} not null, by_actor ${text} not null) ${strict}`,
    "create index brand_at on brand (at)",
    `create table brand_logo (
      sha256 ${text} primary key, type ${text} not null, bytes ${blob} not null, at ${integer} not null) ${strict}`,
  ],
};
