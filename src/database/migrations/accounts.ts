import type { Types } from "../migration.ts";

/** Users, the columns they are listed by, and their passwords. */
export function accounts({ integer, text, strict, clustered }: Types): readonly string[] {
  return [
    `create table app_user (
      id ${text} primary key, email ${text} not null, email_key ${text} unique,
      first_name ${text} not null, last_name ${text} not null, role ${text} not null, state ${text} not null,
      password_hash ${text}, attributes ${text} not null default '{}', note ${text},
      registered_at ${integer} not null, updated_at ${integer} not null) ${strict}`,
    "create index app_user_newest on app_user (registered_at, id) where state <> 'deleted'",
    "create index app_user_state on app_user (state, registered_at, id)",
    "create index app_user_role on app_user (role, registered_at, id) where state <> 'deleted'",
    // The words of names and addresses, for prefix search.
    `create table user_word (
      word ${text} not null, user_id ${text} not null, primary key (word, user_id)) ${clustered}`,
    "create index user_word_user on user_word (user_id)",
    // Row counts of each list by state: counting 300,000 rows per page would cost more than the page.
    `create table list_total (name ${text} primary key, total ${integer} not null) ${strict}`,
    // Wrong passwords by user and by address, counted by all nodes together.
    `create table password_failure (
      name ${text} primary key, failures ${integer} not null, until ${integer} not null) ${strict}`,
    "create index password_failure_until on password_failure (until)",
    `create table password_reset (
      user_id ${text} primary key, digest ${text} not null unique, created_at ${integer} not null,
      expires_at ${integer} not null) ${strict}`,
  ];
}
