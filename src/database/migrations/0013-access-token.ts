import type { Migration } from "../migration.ts";

/** What access tokens are listed by and revoked under; sessions have neither id nor name. */
export const accessToken: Migration = {
  id: "0013-access-token",
  statements: ({ integer, text }) => [
    `alter table access_token add column id ${text}`,
    `alter table access_token add column name ${text}`,
    `alter table access_token add column last_used_at ${integer}`,
    "update access_token set id = substr(digest, 1, 32) where kind = 'vgt'",
    "create unique index access_token_id on access_token (id)",
  ],
};
