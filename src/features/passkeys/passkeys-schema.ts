import type { Migration } from "../../database/migration.ts";

/** Passkeys, and the challenges that wait for an answer: of a registration with its user, of a sign-in without. */
export const passkeyTables: Migration = {
  id: "0032-passkeys",
  summary: "adds passkeys of users",
  statements: ({ text, integer, blob, strict }) => [
    `create table passkey (
      id ${text} primary key, user_id ${text} not null, credential_id ${text} not null unique,
      public_key ${blob} not null, counter ${integer} not null, transports ${text} not null, name ${text} not null,
      created_at ${integer} not null, last_used_at ${integer}) ${strict}`,
    "create index passkey_user on passkey (user_id)",
    `create table passkey_challenge (
      challenge ${text} primary key, user_id ${text}, expires_at ${integer} not null) ${strict}`,
    "create index passkey_challenge_user on passkey_challenge (user_id)",
    "create index passkey_challenge_expiry on passkey_challenge (expires_at)",
  ],
};
