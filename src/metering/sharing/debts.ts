import { uuidv7 } from "../../base/ids.ts";
import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";

interface Debtor {
  readonly subscription_id: string;
  readonly remaining: number;
  readonly debt: number;
}

const findDebtors = new RowsStatement<Debtor>(
  `select b.subscription_id, b.remaining, b.debt from :rows join credit_balance b on b.subscription_id = v.column1
  where b.debt > 0`,
  ["text"],
);

/**
 * Pays debts of balances from what remains, and requests the return of the leases that can pay the rest. If no
 * lease holds anything, the rest is written off. The balances must be locked. `journalId`: whose calls were
 * served.
 */
export async function settleDebts(
  tx: Queries,
  subscriptionIds: readonly string[],
  now: number,
  journalId: string | null = null,
): Promise<void> {
  if (subscriptionIds.length === 0) return;
  for (const { subscription_id: id, remaining, debt } of await findDebtors.all(tx, [subscriptionIds])) {
    const paid = Math.min(remaining, debt);
    await tx.run(sql`
      update credit_balance set remaining = remaining - ${paid}, debt = debt - ${paid} where subscription_id = ${id}`);
    if (paid < debt && (await requestHeld(tx, id)) === 0) await writeOff(tx, id, debt - paid, now, journalId);
  }
}

/**
 * The number of leases that hold credits. A lease whose return is requested changes only with its balance
 * locked.
 */
function requestHeld(tx: Queries, subscriptionId: string): Promise<number> {
  return tx.run(sql`
    update credit_lease set return_requested = 1 where subscription_id = ${subscriptionId} and held > 0`);
}

async function writeOff(
  tx: Queries,
  subscriptionId: string,
  credits: number,
  now: number,
  journalId: string | null,
): Promise<void> {
  await tx.run(sql`
    update credit_balance set debt = 0, granted = granted + ${credits}, written_off = written_off + ${credits}
    where subscription_id = ${subscriptionId}`);
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, reason, remaining_after, journal_id)
    values (${uuidv7(now)}, ${subscriptionId}, ${now}, ${credits}, 'write_off',
      'served on a lease that had expired', 0, ${journalId})`);
}
