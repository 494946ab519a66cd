import { databaseClock } from "../../database/clock.ts";
import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { settleBalances } from "./grants/settle-balances.ts";

/**
 * CLOSE, after the journal's last record was applied: its leases are released. False if it is not open, or if
 * `appliedSeq` is not what was applied.
 */
export function closeJournal(
  db: Database,
  journalId: string,
  appliedSeq: number,
  now: number,
): Promise<boolean> {
  return endJournal(db, journalId, "closed", sql`applied_seq = ${appliedSeq}`, now);
}

/**
 * EXPIRE: releases the leases of a journal whose process timed out. False if it is not open, or if its commit
 * count has risen.
 */
export function expireJournal(
  db: Database,
  journalId: string,
  commitCount: number,
  now: number,
): Promise<boolean> {
  return endJournal(db, journalId, "expired", sql`commit_count = ${commitCount}`, now);
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
      // Its calls are in the rollups, where quotas count them from now on.
      await tx.run(sql`delete from quota_lease where journal_id = ${journalId}`);
      return true;
    },
    { repeatable: true },
  );
}

// An upsert locks the balances in the order of their ids, which an UPDATE does not; no row is ever inserted.
// No lease of an ended journal changes during this: every acquire, release or apply first locks the journal's
// row. What a lease has paid for enters its balance by a trigger when the lease is deleted.
async function returnLeases(tx: Queries, journalId: string): Promise<void> {
  await tx.run(sql`
    insert into credit_balance (subscription_id, unlimited, granted, used, remaining)
    select b.subscription_id, 0, 0, 0, l.held
    from credit_lease l join credit_balance b on b.subscription_id = l.subscription_id
    where l.journal_id = ${journalId} order by b.subscription_id
    on conflict (subscription_id) do update set remaining = credit_balance.remaining + excluded.remaining`);
  const unsettled = await tx.all<{ id: string }>(sql`
    select l.subscription_id as id from credit_lease l join credit_balance b on b.subscription_id = l.subscription_id
    where l.journal_id = ${journalId} 
      and (b.debt > 0 or b.closing > 0 or b.due_at <= ${databaseClock(tx)})`);
  await tx.run(sql`delete from credit_lease where journal_id = ${journalId}`);
  await settleBalances(
    tx,
    unsettled.map(({ id }) => id),
  );
}
