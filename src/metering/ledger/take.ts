import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { type Fenced, fenced, type OwnedJournals } from "../../leasing/owned-journals.ts";
import { inLockOrder, type LeaseOp, leasesAfter, OpMismatch } from "./lease-ops.ts";

/** Credits wanted by a journal: `need` for waiting calls, `amount` where the balance has plenty. */
export interface TakeAsk extends LeaseOp {
  readonly need: number;
  readonly amount: number;
}

/** Takes of one journal in one transaction. One lease gets `1 / share` of a balance at most, or its need. */
export interface TakeGroup {
  readonly asks: readonly TakeAsk[];
  readonly share: number;
  readonly now: number;
}

/** What a journal was given, and what it saw. */
export interface Taken {
  readonly subscriptionId: string;
  readonly amount: number;
  readonly held: number;
  /** Left in the balance. */
  readonly remaining: number;
  /** Held by other journals, spent or not. */
  readonly othersHeld: number;
  readonly holdUntil: number;
  readonly active: boolean;
  readonly unlimited: boolean;
}

interface BalanceSeen {
  taken: number;
  remaining: number;
  hold_until: number;
  active: number;
  unlimited: number;
}

/** TAKE: moves credits from balances to this journal's leases, and asks other holders where they do not suffice. */
export async function take(
  journals: OwnedJournals,
  journalId: string,
  group: TakeGroup,
): Promise<readonly Taken[] | Fenced> {
  const asks = inLockOrder(group.asks);
  try {
    return await journals.transaction(journalId, (tx) => takeAll(tx, journalId, asks, group));
  } catch (error) {
    if (!(error instanceof OpMismatch)) throw error;
    return repeated(journals.db, journalId, asks);
  }
}

async function takeAll(
  tx: Queries,
  journalId: string,
  asks: readonly TakeAsk[],
  { share, now }: TakeGroup,
): Promise<readonly Taken[]> {
  const seen: (BalanceSeen | undefined)[] = [];
  for (const { subscriptionId, need, amount } of asks) {
    const given = amountOf(need, amount, share, now);
    // Unconditional, since it is the lock.
    seen.push(
      await tx.get<BalanceSeen>(sql`
        update credit_balance set taken = ${given}, remaining = remaining - (${given})
        where subscription_id = ${subscriptionId} returning taken, remaining, hold_until, active, unlimited`),
    );
  }
  const taken: Taken[] = [];
  for (const [index, ask] of asks.entries()) {
    const balance = seen[index];
    const { subscriptionId, op } = ask;
    await tx.run(sql`
      insert into credit_lease (journal_id, subscription_id) values (${journalId}, ${subscriptionId})
      on conflict do nothing`);
    const got = balance?.taken ?? 0;
    const lease = await tx.get<{ held: number }>(sql`
      update credit_lease set op = ${op}, op_amount = ${got}, held = held + ${got}
      where journal_id = ${journalId} and subscription_id = ${subscriptionId} and op = ${op - 1} returning held`);
    if (!lease) throw new OpMismatch();
    if (got < ask.need) await askHolders(tx, subscriptionId, journalId);
    const othersHeld = await heldByOthers(tx, subscriptionId, journalId);
    taken.push(takenOf(ask, got, lease.held, othersHeld, balance));
  }
  return taken;
}

function amountOf(need: number, amount: number, share: number, now: number): Sql {
  return sql`case when active = 0 or unlimited = 1 or hold_until > ${now} then 0
    when remaining <= ${need} then remaining
    when remaining / ${share} <= ${need} then ${need}
    when remaining / ${share} < ${amount} then remaining / ${share}
    else ${amount} end`;
}

/** Marks every lease of a subscription for return, but this journal's own. */
async function askHolders(tx: Queries, subscriptionId: string, journalId: string): Promise<void> {
  await tx.run(sql`
    update credit_lease set asked = 1
    where subscription_id = ${subscriptionId} and journal_id <> ${journalId} and held > 0`);
}

async function heldByOthers(db: Queries, subscriptionId: string, journalId: string): Promise<number> {
  const row = await db.get<{ held: number }>(sql`
    select cast(coalesce(sum(held), 0) as bigint) as held from credit_lease
    where subscription_id = ${subscriptionId} and journal_id <> ${journalId}`);
  return row?.held ?? 0;
}

function takenOf(
  { subscriptionId }: LeaseOp,
  amount: number,
  held: number,
  othersHeld: number,
  balance: BalanceSeen | undefined,
): Taken {
  return {
    subscriptionId,
    amount,
    held,
    othersHeld,
    remaining: balance?.remaining ?? 0,
    holdUntil: balance?.hold_until ?? 0,
    active: balance?.active === 1,
    unlimited: balance?.unlimited === 1,
  };
}

/** The answer of a group that was done before, when its answer was lost. */
async function repeated(
  db: Database,
  journalId: string,
  asks: readonly TakeAsk[],
): Promise<readonly Taken[] | Fenced> {
  const leases = await leasesAfter(db, journalId, asks);
  if (!leases) return fenced;
  const taken: Taken[] = [];
  for (const ask of asks) {
    const { subscriptionId } = ask;
    const balance = await db.get<BalanceSeen>(sql`
      select taken, remaining, hold_until, active, unlimited from credit_balance
      where subscription_id = ${subscriptionId}`);
    const othersHeld = await heldByOthers(db, subscriptionId, journalId);
    const lease = leases.get(subscriptionId)!;
    taken.push(takenOf(ask, lease.op_amount, lease.held, othersHeld, balance));
  }
  return taken;
}
