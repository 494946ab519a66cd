import type { Timing } from "../../base/timing.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Database, Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { askAll } from "./balance-states.ts";
import { freezeMs } from "./freeze.ts";
import { newGrant } from "./grants/balance-change.ts";
import { heldInAll, lockBalance } from "./grants/grant-rows.ts";
import { changeBalances, settleBalances } from "./grants/settle-balances.ts";

/** An operator's change of a balance: what is left is set, or changed by a delta. */
export interface Adjustment {
  readonly id: string;
  readonly subscriptionId: string;
  readonly to: { readonly set: number } | { readonly change: number };
  readonly reason: string | null;
  /** Unique per subscription: repeating the key changes nothing. */
  readonly idempotencyKey: string | null;
  readonly actor: string;
  readonly at: number;
}

/** An adjustment as the ledger records it. */
export interface Adjusted {
  readonly id: string;
  readonly at: number;
  readonly delta: number;
  readonly reason: string | null;
  readonly remaining_after: number;
  /** Whether this is an earlier adjustment with the same key. */
  readonly repeated: boolean;
}

/**
 * SET and CHANGE, as one step of a transaction. `leased` if journals hold credits that must be returned first
 * (`reclaimLeases`); `too few` if the balance would fall below zero. In both cases nothing has changed.
 */
export async function adjustCredits(
  tx: Queries,
  adjustment: Adjustment,
): Promise<Adjusted | "leased" | "too few"> {
  const { id, subscriptionId, to, reason, idempotencyKey, actor, at } = adjustment;
  await lockBalance(tx, subscriptionId);
  const earlier = await findAdjusted(tx, subscriptionId, sql`idempotency_key = ${idempotencyKey}`);
  if (earlier) return { ...earlier, repeated: true };
  await settleBalances(tx, [subscriptionId]);
  const balance = await tx.get<{ remaining: number }>(sql`
    select remaining from credit_balance where subscription_id = ${subscriptionId}`);
  const free = balance?.remaining ?? 0;
  const delta = "set" in to ? to.set - free : to.change;
  if ("set" in to || free + delta < 0) {
    if ((await heldInAll(tx, subscriptionId)) > 0) return "leased";
    if (free + delta < 0) return "too few";
  }
  // The operator who removes credits may have frozen the balance; freezes by others stay.
  if ("set" in to || delta < 0)
    await tx.run(sql`update credit_balance set frozen_until = 0 where subscription_id = ${subscriptionId}`);
  const kind = "set" in to ? "set" : "adjust";
  const source = { id, at, reason, actor, idempotencyKey };
  await changeBalances(tx, [subscriptionId], {
    work: (change) => {
      if (delta < 0) return change.remove(-delta, kind, source);
      change.add(newGrant(id, subscriptionId, "grant", delta, change.now), kind, source);
    },
  });
  return { ...(await findAdjusted(tx, subscriptionId, sql`id = ${id}`))!, repeated: false };
}

const findAdjusted = (tx: Queries, subscriptionId: string, entry: Sql) =>
  tx.get<Omit<Adjusted, "repeated">>(sql`
    select id, at, delta, reason, remaining_after from credit_ledger
    where subscription_id = ${subscriptionId} and ${entry}`);

const pauseMs = 20;

/** A freeze: the balance leases no credits before `until`, by the database's clock. */
export interface Freeze {
  readonly subscriptionId: string;
  readonly until: number;
}

/**
 * Freezes a balance and waits until every journal has applied and returned its leases; calls acknowledged
 * earlier count earlier. The freeze lasts 5 s, or until the balance is adjusted or unfrozen. Resolves to
 * undefined, with the balance unfrozen, if a journal does not respond for that long.
 */
export async function reclaimLeases(
  db: Database,
  subscriptionId: string,
  timing: Timing,
): Promise<Freeze | undefined> {
  const until = timing.monotonic() + freezeMs;
  const row = await db.get<{ frozen_until: number }>(sql`
    update credit_balance set frozen_until = ${databaseClock(db)} + ${freezeMs}
    where subscription_id = ${subscriptionId} returning frozen_until`);
  const hold = { subscriptionId, until: row?.frozen_until ?? 0 };
  let reclaimed = false;
  try {
    while (!reclaimed && timing.monotonic() < until) {
      // A lease that was returned while its calls were in flight must be requested again.
      const held = await db.transaction(
        async (tx) => {
          await askAll(tx, subscriptionId);
          return heldInAll(tx, subscriptionId);
        },
        { repeatable: true },
      );
      reclaimed = held === 0;
      if (!reclaimed) await new Promise<void>((resolve) => void timing.after(pauseMs, resolve));
    }
  } finally {
    // If the database is unreachable, the freeze ends with its time.
    if (!reclaimed) await unfreezeBalance(db, hold).catch(() => undefined);
  }
  return reclaimed ? hold : undefined;
}

/** The nodes that hold leased credits of a subscription, with how many. */
export function findHolders(db: Queries, subscriptionId: string): Promise<{ node: string; held: number }[]> {
  return db.all(sql`
    select coalesce(j.node, 'unknown') as node, l.held from credit_lease l
    left join journal j on j.journal_id = l.journal_id
    where l.subscription_id = ${subscriptionId} and l.held > 0 order by node`);
}

/** Ends a freeze whose adjustment was not made; freezes by others stay. */
export async function unfreezeBalance(db: Database, { subscriptionId, until }: Freeze): Promise<void> {
  await db.run(sql`
    update credit_balance set frozen_until = 0
    where subscription_id = ${subscriptionId} and frozen_until = ${until}`);
}
