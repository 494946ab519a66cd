import type { Migration } from "../../database/migration.ts";

/** Linked identities, and attempts that wait for the answer of their provider. */
export const signOnTables: Migration = {
  id: "0033-sign-on",
  summary: "stores identities of single sign-on",
  statements: ({ integer, text, strict }) => [
    `create table identity (
      issuer ${text} not null, subject ${text} not null, id ${text} not null unique, user_id ${text} not null,
      email ${text}, linked_at ${integer} not null, last_used_at ${integer},
      primary key (issuer, subject)) ${strict}`,
    "create index identity_user on identity (user_id)",
    `create table sign_on_attempt (
      digest ${text} primary key, provider ${text} not null, purpose ${text} not null, user_id ${text},
      expires_at ${integer} not null) ${strict}`,
    "create index sign_on_attempt_expiry on sign_on_attempt (expires_at)",
  ],
};
