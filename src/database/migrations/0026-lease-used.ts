import type { Migration } from "../migration.ts";

/** A balance's sum over its leases. */
const inLeases = (column: string) =>
  `coalesce((select sum(l.${column}) from credit_lease l where l.subscription_id = b.subscription_id), 0)`;

/**
 * What a lease has paid for is counted in the lease, and in the balance once the journal ends: folding changed both rows
 * of each subscription every second, and waited for balances that other nodes had locked. The view has the sums of both.
 * The trigger enters the sum whoever ends the journal: a node of a former version, which knows nothing of it, may.
 */
export const leaseUsed: Migration = {
  id: "0026-lease-used",
  statements: ({ integer, onDelete }) => [
    `alter table credit_lease add column used ${integer} not null default 0`,
    // The last call of the batch that it last paid for alone.
    `alter table credit_lease add column paid_seq ${integer} not null default 0`,
    `create view credit_total as
      select b.subscription_id, b.unlimited, b.granted, cast(b.used + ${inLeases("used")} as bigint) as used,
        b.remaining, cast(${inLeases("held")} as bigint) as held, b.written_off
      from credit_balance b`,
    ...onDelete(
      "credit_lease_used",
      "credit_lease",
      "old.used <> 0",
      "update credit_balance set used = used + old.used where subscription_id = old.subscription_id",
    ),
  ],
};
