import type { Database, Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import { type Fenced, fenced, type OwnedJournals } from "../sharing/owned-journals.ts";
import { balanceKnown } from "./grants/grant-rows.ts";
import { settleBalances } from "./grants/settle-balances.ts";
import { inLockOrder, type LeaseOp, leaseKnown, leasesAfter, OpMismatch } from "./lease-ops.ts";

/** Credits that a journal releases; an amount of 0 still answers a request. */
export interface CreditRelease extends LeaseOp {
  readonly amount: number;
}

/** Lease and balance after the release. */
export interface ReleasedCredits {
  readonly subscriptionId: string;
  readonly held: number;
  /** Below zero if the balance owes credits. */
  readonly remaining: number;
}

/** RELEASE: moves unspent credits from this journal's leases back to their balances. */
export async function releaseCredits(
  journals: OwnedJournals,
  journalId: string,
  returns: readonly CreditRelease[],
): Promise<readonly ReleasedCredits[] | Fenced> {
  const ordered = inLockOrder(returns);
  try {
    return await journals.transaction(journalId, (tx) => releaseAll(tx, journalId, ordered));
  } catch (error) {
    if (!(error instanceof OpMismatch)) throw error;
    return repeated(journals.db, journalId, ordered);
  }
}

const unsettled = "case when debt > 0 or closing > 0 or credit_balance.due_at <= :clock then 1 else 0 end";

// Upserts lock the balances in the given order, which an UPDATE does not; no row is ever inserted.
const addToBalances = new RowsStatement<{ subscription_id: string; remaining: number; unsettled: number }>(
  `insert into credit_balance (subscription_id, unlimited, granted, remaining)
  select v.column1, 0, 0, v.column2 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set remaining = credit_balance.remaining + excluded.remaining
  returning subscription_id, remaining - debt as remaining, ${unsettled} as unsettled`,
  ["text", "bigint"],
);

// While a grant is closing, a lease whose calls in flight hold credits has not answered: they may have been admitted
// before the expiry.
const reduceLeases = new RowsStatement<{ subscription_id: string; held: number }>(
  `insert into credit_lease (subscription_id, journal_id, op, held, return_requested)
  select v.column1, cast(:value as text), v.column2, v.column3, (
    select case when b.closing > 0 or b.due_at <= :clock then 1 else 0 end from credit_balance b
    where b.subscription_id = v.column1)
  from :rows where ${leaseKnown}
  on conflict (subscription_id, journal_id) do update set
    op = excluded.op, op_amount = 0, held = credit_lease.held - excluded.held,
    return_requested = case when credit_lease.held > excluded.held then excluded.return_requested else 0 end
  where credit_lease.op = excluded.op - 1 and credit_lease.held >= excluded.held
  returning subscription_id, held`,
  ["text", "bigint", "bigint"],
);

async function releaseAll(
  tx: Queries,
  journalId: string,
  returns: readonly CreditRelease[],
): Promise<readonly ReleasedCredits[]> {
  const ids = returns.map(({ subscriptionId }) => subscriptionId);
  const amounts = returns.map(({ amount }) => amount);
  const [balances, leases] = await Promise.all([
    addToBalances.all(tx, [ids, amounts]),
    reduceLeases.all(tx, [ids, returns.map(({ op }) => op), amounts], [journalId, journalId]),
  ]);
  if (leases.length < returns.length) throw new OpMismatch();
  const open = balances.filter(({ unsettled: is }) => is === 1);
  await settleBalances(
    tx,
    open.map((balance) => balance.subscription_id),
  );
  const leftOf = new Map(balances.map((balance) => [balance.subscription_id, balance.remaining]));
  return leases.map(({ subscription_id: id, held }) => ({
    subscriptionId: id,
    held,
    remaining: leftOf.get(id) ?? 0,
  }));
}

async function repeated(
  db: Database,
  journalId: string,
  returns: readonly CreditRelease[],
): Promise<readonly ReleasedCredits[] | Fenced> {
  const leases = await leasesAfter(db, journalId, returns);
  if (!leases) return fenced;
  const returned: ReleasedCredits[] = [];
  for (const { subscriptionId } of returns) {
    const balance = await db.get<{ remaining: number }>(
      sql`select remaining - debt as remaining from credit_balance where subscription_id = ${subscriptionId}`,
    );
    const { held } = leases.get(subscriptionId)!;
    returned.push({ subscriptionId, held, remaining: balance?.remaining ?? 0 });
  }
  return returned;
}
