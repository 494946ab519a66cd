import { uuidv7 } from "../../base/ids.ts";
import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import { readLeft } from "../credits/credits.ts";
import { balanceKnown, leaseKnown } from "../credits/lease-ops.ts";
import type { NumberedCall } from "../usage/usage.ts";

/** Calls of a journal that are applied together. */
interface Batch {
  readonly journalId: string;
  readonly records: readonly NumberedCall[];
  readonly now: number;
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
 * alone if it is gone, its return is requested, or the subscription is unlimited; these calls are charged to
 * the balance, for the subscriptions in `unpaid`. Balances are always locked before leases. Throws
 * `LeasesTooSmall` if more subscriptions need it; resolves to those in `unpaid` whose leases have paid for
 * everything.
 */
export async function settle(
  tx: Queries,
  { journalId, records, now }: Batch,
  unpaid: ReadonlySet<string>,
): Promise<readonly string[]> {
  const to = records.at(-1)!.seq;
  const spent = creditsBySubscription(records);
  const known = unpaid.size > 0 ? spent.filter(([id]) => unpaid.has(id)) : [];
  const rest = known.length > 0 ? spent.filter(([id]) => !unpaid.has(id)) : spent;
  const late = await chargeBalances(tx, journalId, known, now);
  const paid = await payByLeases.run(tx, columnsOf(rest), [journalId, to, journalId]);
  if (paid !== rest.length) {
    const places = rest.map((_, place) => place);
    const others = await notPaid.all(tx, [...columnsOf(rest), places], [journalId, to]);
    throw new LeasesTooSmall(others.map(({ place }) => rest[place]![0]));
  }
  return known.flatMap(([id]) => (late.has(id) ? [] : [id]));
}

const columnsOf = (spent: readonly Spent[]) => [spent.map(([id]) => id), spent.map(([, credits]) => credits)];

// Upserts lock the rows in the given order, which an UPDATE does not; no row is ever inserted. The leases of
// a subscription that became unlimited have their return requested.
const payByLeases = new RowsStatement<never>(
  `insert into credit_lease (subscription_id, journal_id, used, paid_seq)
  select v.column1, cast(:value as text), v.column2, cast(:value as bigint) from :rows where ${leaseKnown}
  on conflict (subscription_id, journal_id) do update set paid_seq = excluded.paid_seq,
    held = credit_lease.held - excluded.used, used = credit_lease.used + excluded.used
  where credit_lease.held >= excluded.used and credit_lease.return_requested = 0`,
  ["text", "bigint"],
);

const notPaid = new RowsStatement<{ place: number }>(
  `select v.column3 as place from :rows
  where coalesce((select l.paid_seq from credit_lease l
    where l.subscription_id = v.column1 and l.journal_id = :value), -1) <> :value`,
  ["text", "bigint", "bigint"],
);

const use = new RowsStatement<never>(
  `insert into credit_balance (subscription_id, unlimited, used, granted, remaining)
  select v.column1, 0, v.column2, 0, 0 from :rows where ${balanceKnown}
  on conflict (subscription_id) do update set used = credit_balance.used + excluded.used`,
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

const metered = new RowsStatement<{ subscription_id: string; remaining: number }>(
  `select b.subscription_id, b.remaining from :rows join credit_balance b on b.subscription_id = v.column1
  where b.unlimited = 0`,
  ["text"],
);

/**
 * Charges the balances, after what their leases pay. Resolves to the subscriptions whose leases did not pay
 * everything.
 */
async function chargeBalances(
  tx: Queries,
  journalId: string,
  spent: readonly Spent[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (spent.length === 0) return new Set();
  const columns = columnsOf(spent);
  const [, leases] = await Promise.all([
    use.run(tx, columns),
    coverByLeases.all(tx, columns, [journalId, journalId]),
  ]);
  const coveredOf = new Map(leases.map((lease) => [lease.subscription_id, lease.covered]));
  const lateOf = (credits: number, id: string) => credits - (coveredOf.get(id) ?? 0);
  const late = spent.filter(([id, credits]) => lateOf(credits, id) > 0);
  const balances = await metered.all(tx, [late.map(([id]) => id)]);
  const remainingOf = new Map(balances.map((balance) => [balance.subscription_id, balance.remaining]));
  for (const [subscriptionId, credits] of late) {
    const remaining = remainingOf.get(subscriptionId);
    if (remaining === undefined) continue;
    await absorb(tx, { journalId, subscriptionId, late: lateOf(credits, subscriptionId), remaining, now });
  }
  return new Set(late.map(([id]) => id));
}

interface Late {
  readonly journalId: string;
  readonly subscriptionId: string;
  readonly late: number;
  readonly remaining: number;
  readonly now: number;
}

/** Charges what was spent on an expired lease to the balance, and writes off what the balance lacks. */
async function absorb(tx: Queries, { journalId, subscriptionId, late, remaining, now }: Late): Promise<void> {
  const absorbed = Math.min(remaining, late);
  const writtenOff = late - absorbed;
  await tx.run(sql`
    update credit_balance set remaining = remaining - ${absorbed}, granted = granted + ${writtenOff},
      written_off = written_off + ${writtenOff}
    where subscription_id = ${subscriptionId}`);
  if (writtenOff === 0) return;
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, reason, remaining_after, journal_id)
    values (${uuidv7(now)}, ${subscriptionId}, ${now}, ${writtenOff}, 'write_off',
      'served on a lease that had expired', ${await readLeft(tx, subscriptionId)}, ${journalId})`);
}
