import type { Migration } from "../migration.ts";

/** Single values that belong to the whole installation, such as the master key's check value. */
export const setting: Migration = {
  id: "0001-setting",
  statements: ({ text, strict }) => [
    `create table setting (name ${text} primary key, value ${text} not null) ${strict}`,
  ],
};
