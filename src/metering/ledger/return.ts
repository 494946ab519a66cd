import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Fenced, fenced, type OwnedJournals } from "../../leasing/owned-journals.ts";
import { inLockOrder, type LeaseOp, leasesAfter, OpMismatch } from "./lease-ops.ts";

/** Credits that a journal gives back; none is an answer to an ask too. */
export interface Return extends LeaseOp {
  readonly amount: number;
}

/** What the lease and the balance held afterwards. */
export interface Returned {
  readonly subscriptionId: string;
  readonly held: number;
  readonly remaining: number;
}

/** RETURN: moves unspent credits from this journal's leases back to their balances. */
export async function giveBack(
  journals: OwnedJournals,
  journalId: string,
  returns: readonly Return[],
): Promise<readonly Returned[] | Fenced> {
  const ordered = inLockOrder(returns);
  try {
    return await journals.transaction(journalId, (tx) => returnAll(tx, journalId, ordered));
  } catch (error) {
    if (!(error instanceof OpMismatch)) throw error;
    return repeated(journals.db, journalId, ordered);
  }
}

async function returnAll(
  tx: Queries,
  journalId: string,
  returns: readonly Return[],
): Promise<readonly Returned[]> {
  const left: number[] = [];
  for (const { subscriptionId, amount } of returns) {
    const balance = await tx.get<{ remaining: number }>(sql`
      update credit_balance set remaining = remaining + ${amount}
      where subscription_id = ${subscriptionId} returning remaining`);
    left.push(balance?.remaining ?? 0);
  }
  const returned: Returned[] = [];
  for (const [index, { subscriptionId, op, amount }] of returns.entries()) {
    const lease = await tx.get<{ held: number }>(sql`
      update credit_lease set op = ${op}, op_amount = 0, held = held - ${amount}, asked = 0
      where journal_id = ${journalId} and subscription_id = ${subscriptionId}
        and op = ${op - 1} and held >= ${amount} returning held`);
    if (!lease) throw new OpMismatch();
    returned.push({ subscriptionId, held: lease.held, remaining: left[index]! });
  }
  return returned;
}

async function repeated(
  db: Database,
  journalId: string,
  returns: readonly Return[],
): Promise<readonly Returned[] | Fenced> {
  const leases = await leasesAfter(db, journalId, returns);
  if (!leases) return fenced;
  const returned: Returned[] = [];
  for (const { subscriptionId } of returns) {
    const balance = await db.get<{ remaining: number }>(
      sql`select remaining from credit_balance where subscription_id = ${subscriptionId}`,
    );
    const { held } = leases.get(subscriptionId)!;
    returned.push({ subscriptionId, held, remaining: balance?.remaining ?? 0 });
  }
  return returned;
}
