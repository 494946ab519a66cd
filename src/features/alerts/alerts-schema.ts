import type { Migration } from "../../database/migration.ts";

export const alertTables: Migration = {
  id: "0023-credit-alerts",
  summary: "stores which parts of a period's credits and of a cap were reported as used",
  statements: ({ integer, text, strict }) => [
    // kind: a part in per cent, or `expiring`. One event for each, whichever node writes it.
    `create table credit_alert (
      grant_id ${text} not null, kind ${text} not null, at ${integer} not null, primary key (grant_id, kind)) ${strict}`,
    "create index credit_alert_at on credit_alert (at)",
  ],
};
