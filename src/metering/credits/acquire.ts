import { never } from "../../base/clock.ts";
import type { Database, Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import { type Fenced, fenced, type OwnedJournals } from "../sharing/owned-journals.ts";
import { frozenCondition } from "./freeze.ts";
import { crossBoundaries } from "./grants/boundaries.ts";
import { balanceKnown, returnRequest } from "./grants/grant-rows.ts";
import { inLockOrder, type LeaseOp, leaseKnown, leasesAfter, OpMismatch } from "./lease-ops.ts";

/**
 * Credits requested by a journal: `need` for waiting calls, `amount` if the balance has plenty, in addition to
 * the `free` ones that its lease can still spend; 0 if absent.
 */
export interface CreditRequest extends LeaseOp {
  readonly need: number;
  readonly amount: number;
  readonly free?: number;
}

/**
 * Requests of one journal in one transaction. A lease gets at most `1 / share` of what it and the balance have,
 * or its need: a node that is cut off can spend no more than that twice.
 */
export interface CreditRequests {
  readonly requests: readonly CreditRequest[];
  readonly share: number;
}

/** What a journal was given, and the balance after it. */
export interface AcquiredCredits {
  readonly subscriptionId: string;
  readonly amount: number;
  readonly held: number;
  /** Left in the balance; below zero if it owes credits. */
  readonly remaining: number;
  /** Leased by other journals, spent or not. */
  readonly othersHeld: number;
  readonly frozen: boolean;
  readonly active: boolean;
  readonly unlimited: boolean;
  /** How long the lease may be spent: then a grant opens or expires. Milliseconds. */
  readonly dueInMs: number;
}

const balanceColumns = `subscription_id, taken, remaining - debt as remaining, active, unlimited,
  case when ${frozenCondition} then 1 else 0 end as frozen,
  case when due_at = ${never} then due_at else due_at - :clock end as due_in`;

interface BalanceSeen {
  subscription_id: string;
  taken: number;
  remaining: number;
  frozen: number;
  active: number;
  unlimited: number;
  due_in: number;
}

/** Rolls back a transaction that finds balances whose grants open or expire: nothing is leased before that. */
class BoundaryDue extends Error {
  override readonly name = "BoundaryDue";
  readonly subscriptionIds: readonly string[];

  constructor(subscriptionIds: readonly string[]) {
    super("grants open or expire");
    this.subscriptionIds = subscriptionIds;
  }
}

/**
 * ACQUIRE: moves credits from balances to this journal's leases, and requests returns from others if they do
 * not suffice.
 */
export async function acquireCredits(
  journals: OwnedJournals,
  journalId: string,
  group: CreditRequests,
): Promise<readonly AcquiredCredits[] | Fenced> {
  const asks = inLockOrder(group.requests);
  for (;;)
    try {
      return await journals.transaction(journalId, (tx) => acquireAll(tx, journalId, asks, group));
    } catch (error) {
      if (error instanceof BoundaryDue) await crossBoundaries(journals.db, error.subscriptionIds);
      else if (error instanceof OpMismatch) return repeated(journals.db, journalId, asks);
      else throw error;
    }
}

// An upsert locks the balances in the given order, which an UPDATE does not; no row is ever inserted. The
// columns carry the requested amounts. What is taken stays in the balance's row, where the next statement reads it:
// it is sent with this one, and the balances stay locked for one round trip less.
const acquireStatement = new RowsStatement<BalanceSeen>(
  `insert into credit_balance (subscription_id, unlimited, taken, granted, used, remaining)
  select v.column1, 0, v.column2, v.column3, v.column4, 0 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set taken = ${amountTaken()}, remaining = credit_balance.remaining - (${amountTaken()})
  returning ${balanceColumns}`,
  ["text", "bigint", "bigint", "bigint"],
);

const taken = "(select b.taken from credit_balance b where b.subscription_id = v.column1)";

/**
 * `excluded.taken` is the need, `excluded.granted` the amount for a balance that has plenty, `excluded.used`
 * what the lease can still spend.
 */
function amountTaken(): string {
  const share = "((credit_balance.remaining + excluded.used) / cast(:value as bigint) - excluded.used)";
  return `case
    when credit_balance.active = 0 or credit_balance.unlimited = 1 or ${frozenCondition} then 0
    when credit_balance.due_at <= :clock then 0
    when credit_balance.remaining <= excluded.taken then credit_balance.remaining
    when ${share} <= excluded.taken then excluded.taken
    when ${share} < excluded.granted then ${share}
    else excluded.granted end`;
}

// A later statement than the one that locked the balances, so that the sum of the other leases matches them.
const addToLeases = new RowsStatement<{ subscription_id: string; held: number; others_held: number }>(
  `insert into credit_lease (subscription_id, journal_id, op, op_amount, held)
  select v.column1, cast(:value as text), v.column2, coalesce(${taken}, 0), coalesce(${taken}, 0) from :rows
  where v.column2 = 1 or ${leaseKnown}
  on conflict (subscription_id, journal_id) do update set
    op = excluded.op, op_amount = excluded.op_amount, held = credit_lease.held + excluded.held
  where credit_lease.op = excluded.op - 1
  returning subscription_id, held, (select cast(coalesce(sum(l.held), 0) as bigint) from credit_lease l
    where l.subscription_id = credit_lease.subscription_id and l.journal_id <> :value) as others_held`,
  ["text", "bigint"],
);

const requestReturns = returnRequest("l.journal_id <> :value and l.held > 0");

async function acquireAll(
  tx: Queries,
  journalId: string,
  asks: readonly CreditRequest[],
  { share }: CreditRequests,
): Promise<readonly AcquiredCredits[]> {
  const ids = asks.map(({ subscriptionId }) => subscriptionId);
  const needs = asks.map(({ need }) => need);
  const shares = [share, share, share];
  // Sent together: on PostgreSQL each would otherwise be a round trip, in which other nodes wait for the balances.
  const [balances, leases] = await Promise.all([
    acquireStatement.all(
      tx,
      [ids, needs, asks.map(({ amount }) => amount), asks.map(({ free = 0 }) => free)],
      [...shares, ...shares],
    ),
    addToLeases.all(tx, [ids, asks.map(({ op }) => op)], [journalId, journalId, journalId]),
  ]);
  if (leases.length < asks.length) throw new OpMismatch();
  const due = balances.filter(({ due_in }) => due_in <= 0);
  if (due.length > 0) throw new BoundaryDue(due.map(({ subscription_id: id }) => id));
  const balanceOf = new Map(balances.map((balance) => [balance.subscription_id, balance]));
  const got = (id: string) => balanceOf.get(id)?.taken ?? 0;
  const short = asks.flatMap(({ subscriptionId, need }) =>
    got(subscriptionId) < need ? [subscriptionId] : [],
  );
  await requestReturns.run(tx, [short], [journalId]);
  const leaseOf = new Map(leases.map((lease) => [lease.subscription_id, lease]));
  return asks.map((ask) => {
    const balance = balanceOf.get(ask.subscriptionId);
    const lease = leaseOf.get(ask.subscriptionId);
    return takenOf(ask, got(ask.subscriptionId), lease?.held ?? 0, lease?.others_held ?? 0, balance);
  });
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
): AcquiredCredits {
  return {
    subscriptionId,
    amount,
    held,
    othersHeld,
    remaining: balance?.remaining ?? 0,
    frozen: balance?.frozen === 1,
    active: balance?.active === 1,
    unlimited: balance?.unlimited === 1,
    dueInMs: balance?.due_in ?? never,
  };
}

const findBalances = new RowsStatement<BalanceSeen>(
  `select ${balanceColumns} from credit_balance where subscription_id in (select v.column1 from :rows)`,
  ["text"],
);

/** The reply for a group that was already done, whose first reply was lost. */
async function repeated(
  db: Database,
  journalId: string,
  asks: readonly CreditRequest[],
): Promise<readonly AcquiredCredits[] | Fenced> {
  const leases = await leasesAfter(db, journalId, asks);
  if (!leases) return fenced;
  const balances = await findBalances.all(db, [asks.map(({ subscriptionId }) => subscriptionId)]);
  const balanceOf = new Map(balances.map((balance) => [balance.subscription_id, balance]));
  const taken: AcquiredCredits[] = [];
  for (const ask of asks) {
    const { subscriptionId } = ask;
    const othersHeld = await heldByOthers(db, subscriptionId, journalId);
    const lease = leases.get(subscriptionId)!;
    taken.push(takenOf(ask, lease.op_amount, lease.held, othersHeld, balanceOf.get(subscriptionId)));
  }
  return taken;
}
