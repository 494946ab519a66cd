import type { Migration } from "../migration.ts";

/**
 * The decision logs, and which of their entries the database has. All entries up to `through` are settled; of later ones
 * those in `decision_seen` were committed. `place`: the folder of a log; `file`: the inode and birth time of its file, which a copy has not.
 */
export const decisions: Migration = {
  id: "0040-decisions",
  summary: "notes which entries of the decision logs the database has",
  statements: ({ integer, text, strict, clustered }) => [
    `create table decision_log (
      log_id ${text} primary key, place ${text} not null, file ${text} not null, through ${integer} not null,
      head ${text} not null) ${strict}`,
    `create table decision_seen (
      log_id ${text} not null, number ${integer} not null, primary key (log_id, number)) ${clustered}`,
  ],
};
