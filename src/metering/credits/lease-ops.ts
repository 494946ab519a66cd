import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";

/** Rolls back a transaction in which a lease is not at the expected operation number. */
export class OpMismatch extends Error {
  override readonly name = "OpMismatch";
}

/** A numbered operation on a lease. */
export interface LeaseOp {
  readonly subscriptionId: string;
  readonly op: number;
}

export interface LeaseRow {
  readonly subscription_id: string;
  readonly op: number;
  readonly op_amount: number;
  readonly held: number;
}

/** As `balanceKnown`, for leases: its `:value` is the journal. */
export const leaseKnown =
  "(select 1 from credit_lease l where l.subscription_id = v.column1 and l.journal_id = :value) = 1";

/** The operations in lock order. */
export function inLockOrder<T extends LeaseOp>(ops: readonly T[]): readonly T[] {
  return [...ops].sort((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1));
}

/** The leases after operations that were all done before; undefined if one was not. */
export async function leasesAfter(
  db: Queries,
  journalId: string,
  ops: readonly LeaseOp[],
): Promise<Map<string, LeaseRow> | undefined> {
  const rows = await db.all<LeaseRow>(sql`
    select subscription_id, op, op_amount, held from credit_lease
    where journal_id = ${journalId} and subscription_id in (${list(ops.map((op) => op.subscriptionId))})`);
  const leases = new Map(rows.map((row) => [row.subscription_id, row]));
  return ops.every(({ subscriptionId, op }) => leases.get(subscriptionId)?.op === op) ? leases : undefined;
}
