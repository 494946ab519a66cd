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
      where kind = 'vgs' and (method = 'password_code' or method = 'recovery_code' or method = 'passkey')`,
    "update access_token set proved_resistant = created_at where kind = 'vgs' and method = 'passkey'",
  ],
};

/** When somebody first proved to receive mail at an account's address; of before, when it was first confirmed. */
export const provedMailboxes: Migration = {
  id: "0042-proved-mailboxes",
  summary: "notes when the mailbox of an account was first proved",
  statements: ({ integer }) => [
    `alter table app_user add column proved_at ${integer}`,
    "update app_user set proved_at = email_confirmed_at",
    `update app_user set proved_at = (
        select max(at) from audit_log where object = '/users/' || app_user.id and action = 'user.confirm_email')
      where proved_at is null`,
  ],
};
