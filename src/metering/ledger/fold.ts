import { uuidv7 } from "../../base/ids.ts";
import type { Database, Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import type { NumberedCall } from "../../usage/usage.ts";
import type { SeriesNumbers } from "../../usage/usage-series.ts";
import { readLeft } from "./credits.ts";
import { balanceKnown, leaseKnown } from "./lease-ops.ts";

/** Writes calls to roll-ups and request log, at the end of the transaction that folds them. */
export type WriteUsage = (
  tx: Queries,
  journalId: string,
  records: readonly NumberedCall[],
  series?: SeriesNumbers,
) => Promise<void>;

/** Calls that follow one another without a gap; the first follows the mark. */
export interface Fold {
  readonly journalId: string;
  readonly records: readonly NumberedCall[];
  readonly now: number;
  /** What earlier folds of the journal have learned. */
  readonly series?: SeriesNumbers;
  /** Of whom the last fold found that a lease did not pay for all: it keeps this set up to date. */
  readonly unpaid?: Set<string>;
}

/**
 * FOLD: charges the calls to their leases, or where those are gone to their balances, and enters them in the
 * reports; each once. Answers with the journal's beat, or undefined where its mark is not before the first of
 * them: then nothing is done.
 */
export function fold(db: Database, batch: Fold, write: WriteUsage): Promise<number | undefined> {
  const { journalId, records, series } = batch;
  const from = records[0]!.seq - 1;
  const to = records.at(-1)!.seq;
  return db.transaction(
    async (tx) => {
      const journal = await tx.get<{ beat: number }>(sql`
        update journal set beat = beat + 1, folded_seq = ${to}
        where journal_id = ${journalId} and folded_seq = ${from} returning beat`);
      if (!journal) return undefined;
      await settle(tx, batch);
      await write(tx, journalId, records, series);
      return journal.beat;
    },
    { repeatable: true, deadlineMs: foldDeadlineMs },
  );
}

/** A batch is thousands of rows, and nobody waits for it. */
const foldDeadlineMs = 20_000;

type Spent = readonly [subscriptionId: string, credits: number];

/** What the calls cost, in the order of the balances' locks. */
function creditsBySubscription(records: readonly NumberedCall[]): readonly Spent[] {
  const sums = new Map<string, number>();
  for (const { call } of records) {
    if (call.credits === 0) continue;
    const id = call.caller.subscriptionId;
    sums.set(id, (sums.get(id) ?? 0) + call.credits);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Charges what the calls cost to their leases, whose sums enter the balances when the journal ends. What a lease does
 * not pay for alone, since it is gone or asked for or there is no meter, is charged to its balance: first where the
 * last fold has found that, since all lock balances before leases.
 */
async function settle(tx: Queries, { journalId, records, now, unpaid = new Set() }: Fold): Promise<void> {
  const to = records.at(-1)!.seq;
  const spent = creditsBySubscription(records);
  const known = spent.filter(([id]) => unpaid.has(id));
  const charge = async (some: readonly Spent[]) => {
    const late = await chargeBalances(tx, journalId, some, now);
    for (const [id] of some) late.has(id) ? unpaid.add(id) : unpaid.delete(id);
  };
  const rest = known.length > 0 ? spent.filter(([id]) => !unpaid.has(id)) : spent;
  if (known.length > 0) await charge(known);
  const paid = await payByLeases.run(tx, columnsOf(rest), [journalId, to, journalId]);
  if (paid === rest.length) return;
  const others = await notPaid.all(tx, [...columnsOf(rest), rest.map((_, place) => place)], [journalId, to]);
  await charge(others.map(({ place }) => rest[place]!));
}

const columnsOf = (spent: readonly Spent[]) => [spent.map(([id]) => id), spent.map(([, credits]) => credits)];

// Upserts, and no UPDATEs, which lock the rows in their order; nothing is ever inserted. A subscription that was freed
// of its meter has its leases asked for.
const payByLeases = new RowsStatement<never>(
  `insert into credit_lease (subscription_id, journal_id, used, paid_seq)
  select v.column1, cast(:value as text), v.column2, cast(:value as bigint) from :rows where ${leaseKnown}
  on conflict (subscription_id, journal_id) do update set paid_seq = excluded.paid_seq,
    held = credit_lease.held - excluded.used, used = credit_lease.used + excluded.used
  where credit_lease.held >= excluded.used and credit_lease.asked = 0`,
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

// Without a meter nothing is taken from a lease: one from before is given back whole.
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

/** Charges the balances, for which leases pay what they hold; resolves to those for which they have not paid all. */
async function chargeBalances(
  tx: Queries,
  journalId: string,
  spent: readonly Spent[],
  now: number,
): Promise<ReadonlySet<string>> {
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

/** Charges what was spent on a lease that was taken back: to the balance, and what that lacks is written off. */
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
