import type { Migration } from "../migration.ts";

/**
 * Watched VINs. A list is a subscription's; its number keeps rows small, because a list can have a million. `families`
 * has one bit per family. A dataset swap is a change of a family's current dataset whose watched VINs are not all
 * compared yet: those up to `after_vin` and `after_list` are. Its two datasets are not deleted before it.
 */
export const watches: Migration = {
  id: "0014-watches",
  summary: "stores the VINs that customers watch, and the dataset changes to compare for them",
  statements: ({ integer, text, identity, strict, clustered }) => [
    `create table watch_list (
      id ${identity}, subscription_id ${text} not null unique, watches ${integer} not null) ${strict}`,
    `create table watched_vin (
      list ${integer} not null, vin ${text} not null, families ${integer} not null, created_at ${integer} not null,
      primary key (list, vin)) ${clustered}`,
    // A comparison reads this alone, in the order of VINs.
    "create index watched_vin_order on watched_vin (vin, list, families)",
    `create table dataset_swap (
      id ${text} primary key, family ${text} not null, former ${integer}, latter ${integer}, at ${integer} not null,
      after_vin ${text} not null, after_list ${integer} not null, events ${integer} not null, claim ${text},
      claimed_until ${integer} not null) ${strict}`,
  ],
};
