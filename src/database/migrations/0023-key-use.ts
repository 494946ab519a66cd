import type { Migration } from "../migration.ts";

/** The last minute in which a key of each of a subscription's two slots was used. */
export const keyUse: Migration = {
  id: "0023-key-use",
  statements: ({ integer, text, strict }) => [
    `create table key_use (
      subscription_id ${text} not null, slot ${text} not null, minute ${integer} not null,
      primary key (subscription_id, slot)) ${strict && `${strict}, without rowid`}`,
  ],
};
