import type { Migration } from "../../../database/migration.ts";

/**
 * What the last comparison of an API's records found: of all watches, and of the list of a subscription. The rows of a
 * list whose `swap` is an earlier one say that the last comparison found nothing for it.
 */
export const comparisons: Migration = {
  id: "0015-comparisons",
  summary: "stores what the last comparisons of watched VINs found",
  statements: ({ integer, text, strict, clustered, roomForUpdates }) => [
    `create table watch_comparison (
      api ${text} primary key, swap ${text} not null, swapped_at ${integer} not null, ended_at ${integer} not null,
      watches ${integer} not null) ${strict}`,
    `create table watch_found (
      list ${integer} not null, api ${text} not null, swap ${text} not null, events ${integer} not null,
      primary key (list, api)) ${clustered}`,
    ...roomForUpdates("watch_found"),
  ],
};
