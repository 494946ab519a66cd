import type { Database, Queries } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";

/**
 * CLOSE, after the journal's last record was folded: its leases come back. False where it is not open, or
 * where `mark` is not what was folded.
 */
export function closeJournal(db: Database, journalId: string, mark: number, now: number): Promise<boolean> {
  return endJournal(db, journalId, "closed", sql`folded_seq = ${mark}`, now);
}

/**
 * EXPIRE: takes back the leases of a journal whose process has fallen silent. False where it is not open, or
 * its beat has moved on from `beat`.
 */
export function expireJournal(db: Database, journalId: string, beat: number, now: number): Promise<boolean> {
  return endJournal(db, journalId, "expired", sql`beat = ${beat}`, now);
}

function endJournal(
  db: Database,
  journalId: string,
  state: "closed" | "expired",
  condition: Sql,
  now: number,
): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const ended = await tx.get(sql`
        update journal set state = ${state}, closed_at = ${now}
        where journal_id = ${journalId} and state = 'open' and ${condition} returning node`);
      if (!ended) return false;
      await returnLeases(tx, journalId);
      // Its calls are in the roll-ups, which is where quotas count them from now on.
      await tx.run(sql`delete from quota_lease where journal_id = ${journalId}`);
      return true;
    },
    { repeatable: true },
  );
}

async function returnLeases(tx: Queries, journalId: string): Promise<void> {
  const leases = await tx.all<{ subscription_id: string }>(sql`
    select subscription_id from credit_lease where journal_id = ${journalId} order by subscription_id`);
  for (const { subscription_id } of leases)
    await tx.run(sql`
      update credit_balance set remaining = remaining + (
        select held from credit_lease where journal_id = ${journalId} and subscription_id = ${subscription_id})
      where subscription_id = ${subscription_id}`);
  for (const { subscription_id } of leases)
    await tx.run(sql`
      delete from credit_lease where journal_id = ${journalId} and subscription_id = ${subscription_id}`);
}
