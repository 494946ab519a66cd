import type { Migration } from "../migration.ts";

/**
 * What each session proved, and when; what each access token was made for, and how strong the session was that made
 * it. Of users the epoch: how often credentials of theirs have ended, so that what began before is known. Sessions of before have what they began with. Tokens of before have neither, and are kept as they are.
 */
export const proofs: Migration = {
  id: "0041-proofs",
  summary: "notes how strongly sessions and access tokens prove who their user is",
  statements: ({ text, integer }) => [
    `alter table access_token add column strength ${text}`,
    `alter table access_token add column made_for ${text}`,
    `alter table access_token add column proved_one ${integer}`,
    `alter table access_token add column proved_two ${integer}`,
    `alter table access_token add column proved_resistant ${integer}`,
    `alter table app_user add column epoch ${integer} not null default 0`,
    "update access_token set proved_one = created_at where kind = 'vgs'",
    `update access_token set proved_two = created_at
      where kind = 'vgs' and method in ('password_code', 'recovery_code', 'passkey')`,
    "update access_token set proved_resistant = created_at where kind = 'vgs' and method = 'passkey'",
  ],
};
