import type { Migration } from "../migration.ts";

/** What lists and reports are filtered by: users by role and by the words of their names, hours over all accounts. */
export const listFilters: Migration = {
  id: "0016-list-filters",
  statements: ({ text, strict }) => [
    "create index app_user_role on app_user (role, registered_at, id) where state <> 'deleted'",
    // Reports by subscription and by user read all accounts of some hours.
    "create index usage_hourly_hour on usage_hourly (hour)",
    `create table user_word (
      word ${text} not null, user_id ${text} not null, primary key (word, user_id)) ${strict && `${strict}, without rowid`}`,
    "create index user_word_user on user_word (user_id)",
    // Names of several words are split when the user is next changed.
    ...["email_key", "lower(first_name)", "lower(last_name)"].map(
      (word) => `insert into user_word (word, user_id)
        select ${word}, id from app_user where state <> 'deleted' on conflict (word, user_id) do nothing`,
    ),
  ],
};
