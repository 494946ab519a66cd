import { never } from "../../../base/clock.ts";
import type { Timing } from "../../../base/timing.ts";
import { databaseClock } from "../../../database/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { list, raw, type Sql, sql } from "../../../database/sql.ts";
import { settleBalances } from "./settle-balances.ts";

/** Few, because calls wait for a balance while it is locked. */
const balancesMax = 128;

/** Opens and closes the grants of balances whose boundary is due, in transactions of their own. */
export async function crossBoundaries(db: Database, subscriptionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < subscriptionIds.length; from += balancesMax) {
    const ids = subscriptionIds.slice(from, from + balancesMax);
    await db.transaction(async (tx) => settleBalances(tx, await lockDue(tx, ids)), { repeatable: true });
  }
}

async function lockDue(tx: Queries, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select subscription_id as id from credit_balance
    where subscription_id in (${list(ids)}) and due_at <= ${databaseClock(tx)}
    order by subscription_id ${tx.dialect === "postgres" ? raw("for update") : raw("")}`);
  return rows.map(({ id }) => id);
}

/** The condition of the index on `due_at`, as text: without it the databases read all balances. */
const indexed = raw(`due_at < ${never}`);

/** Between transactions: others lock the balances, and on SQLite the file. */
const pauseMs = 2;

/**
 * Crosses the boundaries of balances that no call has crossed, then settles those whose grants are closing. Several
 * nodes share the work: a balance that another one has locked is left to it.
 */
export async function crossDue(db: Database, timing: Timing, open: () => boolean): Promise<void> {
  const pause = () => new Promise<void>((resolve) => void timing.after(pauseMs, resolve));
  const settleFirst = async (where: Sql, order: Sql): Promise<string[]> => {
    // Usually there are none: a transaction would lock SQLite's file for nothing.
    if (!(await db.get(sql`select 1 as found from credit_balance where ${where} limit 1`))) return [];
    return db.transaction(
      async (tx) => {
        const ids = await lockFirst(tx, where, order);
        await settleBalances(tx, ids);
        return ids;
      },
      { repeatable: true },
    );
  };
  const isDue = sql`${indexed} and due_at <= ${databaseClock(db)}`;
  while (open() && (await settleFirst(isDue, sql`due_at`)).length === balancesMax) await pause();
  // A lease that was acquired since then, or that calls have emptied, returns nothing that would settle them.
  for (let last = ""; open(); await pause()) {
    const ids = await settleFirst(sql`closing > 0 and subscription_id > ${last}`, sql`subscription_id`);
    if (ids.length < balancesMax) return;
    last = ids.at(-1)!;
  }
}

async function lockFirst(tx: Queries, where: Sql, order: Sql): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select subscription_id as id from credit_balance where ${where}
    order by ${order} limit ${balancesMax} ${tx.dialect === "postgres" ? raw("for update skip locked") : raw("")}`);
  return rows.map(({ id }) => id);
}
