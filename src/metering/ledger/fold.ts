import { uuidv7 } from "../../base/ids.ts";
import type { Database, Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import type { NumberedCall } from "../../usage/usage.ts";
import type { SeriesNumbers } from "../../usage/usage-series.ts";
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
}

/**
 * FOLD: charges the calls to their leases, or where those are gone to their balances, and enters them in the
 * reports; each once. Answers with the journal's beat, or undefined where its mark is not before the first of
 * them: then nothing is done.
 */
export function fold(
  db: Database,
  { journalId, records, now, series }: Fold,
  write: WriteUsage,
): Promise<number | undefined> {
  const from = records[0]!.seq - 1;
  const to = records.at(-1)!.seq;
  return db.transaction(
    async (tx) => {
      const journal = await tx.get<{ beat: number }>(sql`
        update journal set beat = beat + 1, folded_seq = ${to}
        where journal_id = ${journalId} and folded_seq = ${from} returning beat`);
      if (!journal) return undefined;
      await settle(tx, journalId, creditsBySubscription(records), now);
      await write(tx, journalId, records, series);
      return journal.beat;
    },
    { repeatable: true, deadlineMs: foldDeadlineMs },
  );
}

/** A batch is thousands of rows, and nobody waits for it. */
const foldDeadlineMs = 20_000;

/** What the calls cost, in the order of the balances' locks. */
function creditsBySubscription(records: readonly NumberedCall[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { call } of records) {
    if (call.credits === 0) continue;
    const id = call.caller.subscriptionId;
    sums.set(id, (sums.get(id) ?? 0) + call.credits);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

// Upserts, and no UPDATEs, which lock the balances in the order of the rows; nothing is ever inserted.
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

async function settle(
  tx: Queries,
  journalId: string,
  spent: readonly [string, number][],
  now: number,
): Promise<void> {
  const columns = [spent.map(([id]) => id), spent.map(([, credits]) => credits)];
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
  const after = await tx.get<{ left: number }>(sql`
    update credit_balance set remaining = remaining - ${absorbed}, granted = granted + ${writtenOff},
      written_off = written_off + ${writtenOff}
    where subscription_id = ${subscriptionId} returning granted - used as left`);
  if (writtenOff === 0) return;
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, reason, remaining_after, journal_id)
    values (${uuidv7(now)}, ${subscriptionId}, ${now}, ${writtenOff}, 'write_off',
      'served on a lease that had expired', ${after?.left ?? 0}, ${journalId})`);
}
