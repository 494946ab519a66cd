import type { Migration } from "../../../database/migration.ts";

/**
 * The results of the last comparison of an API's records: for all watches, and for the list of a subscription. If the
 * `swap` of a list's rows is an earlier one, the last comparison found nothing for the list.
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
