import type { Migration } from "../migration.ts";

/**
 * OpenAPI documents of registered APIs: as they were put, and what calls need of them. `version` changes with the
 * bytes. `contract` has paths and components as OpenAPI 3.1.
 */
export const apiDocuments: Migration = {
  id: "0006-api-documents",
  summary: "stores OpenAPI documents of registered APIs",
  statements: ({ integer, text, blob, strict, lz4 }) => [
    `alter table api add column validates ${integer} not null default 0`,
    `create table api_document (
      api_id ${text} primary key, version ${text} not null, media_type ${text} not null, source ${blob} not null,
      operations ${text} not null, contract ${text} not null, updated_at ${integer} not null) ${strict}`,
    ...lz4("api_document", "source"),
    ...lz4("api_document", "operations"),
    ...lz4("api_document", "contract"),
  ],
};
