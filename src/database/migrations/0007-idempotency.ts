import type { Migration } from "../migration.ts";

/** First answers of calls made with an `Idempotency-Key`, sealed, for a day. */
export const idempotency: Migration = {
  id: "0007-idempotency",
  statements: ({ integer, text, blob, strict }) => [
    `create table idempotency (
      id ${text} primary key, asked ${text} not null, created_at ${integer} not null, answer ${blob}) ${strict}`,
    "create index idempotency_created on idempotency (created_at)",
  ],
};
