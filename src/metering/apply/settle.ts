import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import type { LateCall } from "../credits/grants/balance-change.ts";
import { balanceKnown } from "../credits/grants/grant-rows.ts";
import { settleBalances } from "../credits/grants/settle-balances.ts";
import { leaseKnown } from "../credits/lease-ops.ts";
import type { NumberedCall } from "../usage/usage.ts";

/** Calls of a journal that are applied together. */
interface Batch {
  readonly journalId: string;
  readonly records: readonly NumberedCall[];
}

/**
 * Rolls back a transaction in which leases did not pay for calls: their balances must be locked before any
 * lease.
 */
export class LeasesTooSmall extends Error {
  override readonly name = "LeasesTooSmall";
  readonly subscriptionIds: readonly string[];

  constructor(subscriptionIds: readonly string[]) {
    super("leases do not pay for all calls");
    this.subscriptionIds = subscriptionIds;
  }
}

type Spent = readonly [subscriptionId: string, credits: number];

/** Credits per subscription, in the order in which balances are locked. */
function creditsBySubscription(records: readonly NumberedCall[]): readonly Spent[] {
  const sums = new Map<string, number>();
  for (const { call } of records) {
    if (call.credits === 0) continue;
    const id = call.caller.subscriptionId;
    sums.set(id, (sums.get(id) ?? 0) + call.credits);
  }
  // The default order needs no comparison function and is twice as fast.
  return [...sums.keys()].sort().map((id) => [id, sums.get(id)!]);
}

/**
 * Charges calls to their leases, whose sums enter the balances when the journal ends. A lease cannot pay
 * alone if it is gone or its return is requested; these calls are charged to the balance, for the subscriptions in
 * `unpaid`. Balances are always locked before leases. Throws
 * `LeasesTooSmall` if more subscriptions need it; resolves to those in `unpaid` whose leases have paid for
 * everything.
 */
export async function settle(
  tx: Queries,
  { journalId, records }: Batch,
  unpaid: ReadonlySet<string>,
): Promise<readonly string[]> {
  const to = records.at(-1)!.seq;
  const spent = creditsBySubscription(records);
  const known = unpaid.size > 0 ? spent.filter(([id]) => unpaid.has(id)) : [];
  const rest = known.length > 0 ? spent.filter(([id]) => !unpaid.has(id)) : spent;
  const late = await chargeBalances(tx, journalId, known, records);
  const paid = await payByLeases.run(tx, columnsOf(rest), [journalId, to, journalId]);
  if (paid !== rest.length) {
    const places = rest.map((_, place) => place);
    const others = await notPaid.all(tx, [...columnsOf(rest), places], [journalId, to]);
    throw new LeasesTooSmall(others.map(({ place }) => rest[place]![0]));
  }
  return known.flatMap(([id]) => (late.has(id) ? [] : [id]));
}

const columnsOf = (spent: readonly Spent[]) => [spent.map(([id]) => id), spent.map(([, credits]) => credits)];

const isUnlimited =
  "(select b.unlimited from credit_balance b where b.subscription_id = excluded.subscription_id) = 1";

// Upserts lock the rows in the given order, which an UPDATE does not; no row is ever inserted. An unlimited
// subscription's calls are counted in its leases, because all nodes would wait for its balance. If the plan changes
// at the same time, the return of the leases is requested.
const payByLeases = new RowsStatement<never>(
  `insert into credit_lease (subscription_id, journal_id, used, paid_seq)
  select v.column1, cast(:value as text), v.column2, cast(:value as bigint) from :rows where ${leaseKnown}
  on conflict (subscription_id, journal_id) do update set paid_seq = excluded.paid_seq,
    held = credit_lease.held - case when credit_lease.held >= excluded.used then excluded.used else 0 end,
    used = credit_lease.used + excluded.used
  where (credit_lease.held >= excluded.used or ${isUnlimited}) and credit_lease.return_requested = 0`,
  ["text", "bigint"],
);

const notPaid = new RowsStatement<{ place: number }>(
  `select v.column3 as place from :rows
  where coalesce((select l.paid_seq from credit_lease l
    where l.subscription_id = v.column1 and l.journal_id = :value), -1) <> :value`,
  ["text", "bigint", "bigint"],
);

const use = new RowsStatement<{ subscription_id: string; unlimited: number }>(
  `insert into credit_balance (subscription_id, unlimited, used, granted, remaining)
  select v.column1, 0, v.column2, 0, 0 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set used = credit_balance.used + excluded.used
  returning subscription_id, unlimited`,
  ["text", "bigint"],
);

// Unlimited subscriptions use no lease; an older lease is released whole.
const coverByLeases = new RowsStatement<{ subscription_id: string; covered: number }>(
  `insert into credit_lease (subscription_id, journal_id, covered)
  select v.column1, cast(:value as text), v.column2 from :rows
  where ${leaseKnown} and (select b.unlimited from credit_balance b where b.subscription_id = v.column1) = 0
  on conflict (subscription_id, journal_id) do update set
    covered = case when credit_lease.held < excluded.covered then credit_lease.held else excluded.covered end,
    held = credit_lease.held
      - case when credit_lease.held < excluded.covered then credit_lease.held else excluded.covered end
  returning subscription_id, covered`,
  ["text", "bigint"],
);

// What a lease does not pay is a debt that the balance pays at once as far as it can.
const owe = new RowsStatement<never>(
  `insert into credit_balance (subscription_id, unlimited, debt, granted, remaining)
  select v.column1, 0, v.column2, 0, 0 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set debt = credit_balance.debt + excluded.debt
  where credit_balance.unlimited = 0`,
  ["text", "bigint"],
);

/**
 * Charges the balances, after what their leases pay. Resolves to the subscriptions whose leases did not pay
 * everything.
 */
async function chargeBalances(
  tx: Queries,
  journalId: string,
  spent: readonly Spent[],
  records: readonly NumberedCall[],
): Promise<ReadonlySet<string>> {
  if (spent.length === 0) return new Set();
  const columns = columnsOf(spent);
  const [balances, leases] = await Promise.all([
    use.all(tx, columns),
    coverByLeases.all(tx, columns, [journalId, journalId]),
  ]);
  const coveredOf = new Map(leases.map((lease) => [lease.subscription_id, lease.covered]));
  const lateOf = (credits: number, id: string) => credits - (coveredOf.get(id) ?? 0);
  const unlimited = new Set(balances.flatMap((row) => (row.unlimited ? [row.subscription_id] : [])));
  const late = spent.filter(([id, credits]) => lateOf(credits, id) > 0 && !unlimited.has(id));
  await owe.run(tx, columnsOf(late.map(([id, credits]) => [id, lateOf(credits, id)])));
  await settleBalances(
    tx,
    spent.map(([id]) => id),
    journalId,
    firstCalls(records, new Map(late.map(([id, credits]) => [id, lateOf(credits, id)]))),
  );
  return new Set(late.map(([id]) => id));
}

/** The first calls of each subscription, up to so many credits: which ones a lease did not pay is not known. */
function firstCalls(records: readonly NumberedCall[], rest: Map<string, number>): Map<string, LateCall[]> {
  const calls = new Map<string, LateCall[]>();
  if (rest.size === 0) return calls;
  for (const { call } of records) {
    const { subscriptionId } = call.caller;
    const credits = Math.min(rest.get(subscriptionId) ?? 0, call.credits);
    if (credits === 0) continue;
    rest.set(subscriptionId, rest.get(subscriptionId)! - credits);
    const own = calls.get(subscriptionId);
    if (own) own.push({ at: call.at, credits });
    else calls.set(subscriptionId, [{ at: call.at, credits }]);
  }
  return calls;
}
