import type { Migration } from "../migration.ts";

/**
 * What each session proved, and when; what each access token was made for, and how strong the session was that made
 * it. A user has an epoch, the number of times that its credentials have ended, which marks what began before.
 * Sessions of before have what they began with. Tokens of before have neither, and are kept as they are.
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

/** The links that `vingate enter` prints, by which the host opens an account. */
export const hostEntries: Migration = {
  id: "0043-host-entries",
  summary: "adds the links by which the host opens an account",
  statements: ({ text, integer, strict }) => [
    `create table host_entry (
      user_id ${text} primary key, digest ${text} not null unique, expires_at ${integer} not null) ${strict}`,
  ],
};

/**
 * Who proved the mailbox of an account, and what events left of credentials of before, until their user has looked at
 * it: of an account, a kind and an event, about an object's path if not about all of that kind. What accounts had before
 * this version is shown, as far as one enters by it.
 */
export const remainingCredentials: Migration = {
  id: "0045-remaining-credentials",
  summary: "notes who proved mailboxes, and which credentials events have left",
  statements: ({ text, integer, clustered }) => [
    `alter table app_user add column email_proved_by ${text}`,
    "update app_user set email_proved_by = 'earlier' where proved_at is not null",
    `create table remaining_credential (
      account_id ${text} not null, kind ${text} not null, why ${text} not null, about ${text} not null,
      at ${integer} not null, primary key (account_id, kind, why, about)) ${clustered}`,
    ...["tokens", "assistants", "passkeys", "identities"].map(
      (kind) => `insert into remaining_credential (account_id, kind, why, about, at)
        select u.id, '${kind}', 'upgraded', '', l.at from app_user u, (select max(at) as at from audit_log) l
        where u.state <> 'deleted' and u.kind = 'person' and l.at is not null`,
    ),
  ],
};

/**
 * Links for a new password, several of each user, and links of mails about refused sign-ins. Nodes of the former version
 * write and read `password_reset`, which is read until a later release drops it.
 */
export const mailedLinks: Migration = {
  id: "0046-mailed-links",
  summary: "stores several reset links of a user, and links that admit one sign-in",
  statements: ({ text, integer, strict }) => [
    // `origin`: who requested it: an operator, or somebody at an address that the user has used, or at any other.
    `create table reset_link (
      digest ${text} primary key, user_id ${text} not null,
      origin ${text} not null check (origin in ('operator', 'known', 'other')),
      created_at ${integer} not null, expires_at ${integer} not null) ${strict}`,
    "create index reset_link_user on reset_link (user_id)",
    "create index reset_link_expires on reset_link (expires_at)",
    `create table admission_link (
      digest ${text} primary key, user_id ${text} not null, expires_at ${integer} not null) ${strict}`,
    "create index admission_link_user on admission_link (user_id)",
    "create index admission_link_expires on admission_link (expires_at)",
  ],
};

/** The addresses that accounts have left, which their owners can take back for a while. */
export const addressReturns: Migration = {
  id: "0047-address-returns",
  summary: "stores links that take a changed email address back",
  statements: ({ text, integer, strict }) => [
    `create table address_return (
      digest ${text} primary key, user_id ${text} not null, email ${text} not null, email_key ${text} not null,
      created_at ${integer} not null, expires_at ${integer} not null) ${strict}`,
    "create index address_return_user on address_return (user_id)",
    "create index address_return_key on address_return (email_key)",
    "create index address_return_expires on address_return (expires_at)",
  ],
};
