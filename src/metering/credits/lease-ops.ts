import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";

/** Ends a transaction in which a lease did not stand where its operation begins. */
export class OpMismatch extends Error {
  override readonly name = "OpMismatch";
}

/** An operation on a lease, numbered by the journal that makes it. */
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

// Conditions of statements that insert rows, and update those that are there: they come in the order of their locks,
// which a join would lose. Each reads by a primary key: joined, a table that has grown since the planner last
// analyzed it was read whole for each batch.
export const balanceKnown = "(select 1 from credit_balance b where b.subscription_id = v.column1) = 1";
/** Its `:value` is the journal. */
export const leaseKnown =
  "(select 1 from credit_lease l where l.subscription_id = v.column1 and l.journal_id = :value) = 1";

/** The operations in the order of their locks. */
export function inLockOrder<T extends LeaseOp>(ops: readonly T[]): readonly T[] {
  return [...ops].sort((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1));
}

/** The leases of operations that were all made before; undefined where one of them was not. */
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
