import type { Migration } from "../../database/migration.ts";

/** Versions of agreements, which never change, and who accepted which. */
export const termsTables: Migration = {
  id: "0028-terms",
  summary: "stores versions of terms, and their acceptances",
  statements: ({ integer, text, strict, clustered }) => [
    // Either url or body.
    `create table terms (
      kind ${text} not null check (kind in ('terms', 'privacy', 'dpa', 'data_license')), version ${integer} not null,
      title ${text} not null, url ${text}, body ${text}, digest ${text} not null, published_at ${integer} not null,
      published_by ${text} not null, primary key (kind, version)) ${strict}`,
    `create table acceptance (
      user_id ${text} not null, kind ${text} not null, version ${integer} not null, at ${integer} not null,
      primary key (user_id, kind, version)) ${clustered}`,
  ],
};
