import type { Migration } from "../../database/migration.ts";

/** Numbers that no paper has, because papers with them may be with customers and are lost here. */
export const numberGaps: Migration = {
  id: "0063-paper-gaps",
  summary: "stores gaps in the numbers of papers, and why they are there",
  statements: ({ integer, text, clustered }) => [
    `create table paper_gap (
      series ${text} not null, first_number ${integer} not null, last_number ${integer} not null,
      reason ${text} not null, at ${integer} not null, primary key (series, first_number)) ${clustered}`,
  ],
};
