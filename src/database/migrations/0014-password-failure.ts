import type { Migration } from "../migration.ts";

/** Wrong passwords by account and address, which all nodes count together. */
export const passwordFailure: Migration = {
  id: "0014-password-failure",
  statements: ({ integer, text, strict }) => [
    `create table password_failure (
      name ${text} primary key, failures ${integer} not null, until ${integer} not null) ${strict}`,
    "create index password_failure_until on password_failure (until)",
  ],
};
