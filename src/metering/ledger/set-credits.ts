import type { Timing } from "../../base/timing.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { askAll, heldInAll } from "./grants.ts";

/** What an operator sets a balance to. */
export interface SetCredits {
  readonly id: string;
  readonly subscriptionId: string;
  /** Left to spend afterwards. */
  readonly credits: number;
  readonly reason: string | null;
  readonly actor: string;
}

const holdMs = 5000;
const pauseMs = 20;

/**
 * SET: stops the spending of a balance, waits until every journal has folded and returned what it held, and
 * sets what is left; calls acknowledged before count before. False where a journal is silent for 5 s: nothing
 * has changed then.
 */
export async function setCredits(db: Database, asked: SetCredits, timing: Timing): Promise<boolean> {
  const until = timing.monotonic() + holdMs;
  await db.transaction((tx) => stopSpending(tx, asked.subscriptionId, timing.wall() + holdMs), {
    repeatable: true,
  });
  while (timing.monotonic() < until) {
    if (await db.transaction((tx) => setWhenFree(tx, asked, timing.wall()), { repeatable: true }))
      return true;
    await new Promise<void>((resolve) => void timing.after(pauseMs, resolve));
  }
  return false;
}

async function stopSpending(tx: Queries, subscriptionId: string, until: number): Promise<void> {
  await tx.run(sql`
    update credit_balance set hold_until = ${until} where subscription_id = ${subscriptionId}`);
  await askAll(tx, subscriptionId);
}

async function setWhenFree(tx: Queries, asked: SetCredits, at: number): Promise<boolean> {
  const { id, subscriptionId, credits, reason, actor } = asked;
  // Changes nothing: it is the lock.
  const balance = await tx.get<{ remaining: number }>(sql`
    update credit_balance set taken = taken where subscription_id = ${subscriptionId} returning remaining`);
  if (!balance) return false;
  if ((await heldInAll(tx, subscriptionId)) > 0) {
    // A lease that was returned while its calls were under way must be asked for anew.
    await askAll(tx, subscriptionId);
    return false;
  }
  await tx.run(sql`
    update credit_balance set granted = granted + ${credits} - remaining, remaining = ${credits}, hold_until = 0
    where subscription_id = ${subscriptionId}`);
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, reason, actor, remaining_after)
    values (${id}, ${subscriptionId}, ${at}, ${credits - balance.remaining}, 'set', ${reason}, ${actor},
      ${credits})`);
  return true;
}
