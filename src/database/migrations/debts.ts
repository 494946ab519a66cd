import type { Migration } from "../migration.ts";

/** Credits that a balance owes, because calls were served on leases that its row no longer contains. */
export const debts: Migration = {
  id: "0003-debts",
  summary: "keeps credits that a balance owes, and shows them in its total",
  statements: ({ integer }) => [
    `alter table credit_balance add column debt ${integer} not null default 0 check (debt >= 0)`,
    "create index credit_balance_debt on credit_balance (subscription_id) where debt > 0",
    "drop view credit_total",
    `create view credit_total as
      select b.subscription_id, b.unlimited, b.granted, cast(b.used + ${inLeases("used")} as bigint) as used,
        b.remaining, cast(${inLeases("held")} as bigint) as held, b.written_off, b.debt
      from credit_balance b`,
  ],
};

const inLeases = (column: string) =>
  `coalesce((select sum(l.${column}) from credit_lease l where l.subscription_id = b.subscription_id), 0)`;
