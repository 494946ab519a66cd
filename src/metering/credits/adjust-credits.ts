import type { Timing } from "../../base/timing.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { readLeft } from "./credits.ts";
import { freezeMs } from "./freeze.ts";
import { askAll, heldInAll } from "./grants.ts";

/** What an operator makes of a balance: what is left is set, or changed. */
export interface Adjustment {
  readonly id: string;
  readonly subscriptionId: string;
  readonly to: { readonly set: number } | { readonly change: number };
  readonly reason: string | null;
  /** Unique per subscription: the same key again changes nothing. */
  readonly idempotencyKey: string | null;
  readonly actor: string;
  readonly at: number;
}

/** An adjustment as the ledger holds it. */
export interface Adjusted {
  readonly id: string;
  readonly at: number;
  readonly delta: number;
  readonly reason: string | null;
  readonly remaining_after: number;
  /** Whether an earlier one with the same key is told instead. */
  readonly repeated: boolean;
}

/**
 * SET, and CHANGE: as one step of a transaction. `leased` where journals hold credits that must come back first
 * (`reclaimLeases`), `too few` where the balance would fall below zero; nothing has changed then.
 */
export async function adjustCredits(
  tx: Queries,
  asked: Adjustment,
): Promise<Adjusted | "leased" | "too few"> {
  const { id, subscriptionId, to, reason, idempotencyKey, actor, at } = asked;
  // Changes nothing: it is the lock.
  const balance = await tx.get<{ remaining: number }>(sql`
    update credit_balance set taken = taken where subscription_id = ${subscriptionId} returning remaining`);
  const earlier = await tx.get<Omit<Adjusted, "repeated">>(sql`
    select id, at, delta, reason, remaining_after from credit_ledger
    where subscription_id = ${subscriptionId} and idempotency_key = ${idempotencyKey}`);
  if (earlier) return { ...earlier, repeated: true };
  const free = balance?.remaining ?? 0;
  const delta = "set" in to ? to.set - free : to.change;
  if ("set" in to || free + delta < 0) {
    if ((await heldInAll(tx, subscriptionId)) > 0) return "leased";
    if (free + delta < 0) return "too few";
  }
  // Whoever takes credits away may have stopped their spending; others' holds stay.
  const hold = "set" in to || delta < 0 ? sql`0` : sql`frozen_until`;
  await tx.run(sql`
    update credit_balance set granted = granted + ${delta}, remaining = remaining + ${delta}, frozen_until = ${hold}
    where subscription_id = ${subscriptionId}`);
  const kind = "set" in to ? "set" : "adjust";
  const remaining_after = await readLeft(tx, subscriptionId);
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, reason, actor, idempotency_key,
      remaining_after)
    values (${id}, ${subscriptionId}, ${at}, ${delta}, ${kind}, ${reason}, ${actor}, ${idempotencyKey},
      ${remaining_after})`);
  return { id, at, delta, reason, remaining_after, repeated: false };
}

const pauseMs = 20;

/** A balance that rests until then, for whoever has stopped it. */
export interface Freeze {
  readonly subscriptionId: string;
  readonly until: number;
}

/**
 * Stops the spending of a balance and waits until every journal has applied and returned what it held; calls
 * acknowledged before count before. The balance rests for 5 s or until it is adjusted or released. Undefined, and
 * the balance is released, where a journal is silent for so long.
 */
export async function reclaimLeases(
  db: Database,
  subscriptionId: string,
  timing: Timing,
): Promise<Freeze | undefined> {
  const until = timing.monotonic() + freezeMs;
  const hold = { subscriptionId, until: timing.wall() + freezeMs };
  let reclaimed = false;
  try {
    await db.run(sql`
      update credit_balance set frozen_until = ${hold.until} where subscription_id = ${subscriptionId}`);
    while (!reclaimed && timing.monotonic() < until) {
      // A lease that was returned while its calls were under way must be asked for anew.
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
    // Where the database is unreachable the hold ends with its time.
    if (!reclaimed) await unfreezeBalance(db, hold).catch(() => undefined);
  }
  return reclaimed ? hold : undefined;
}

/** Lets a balance be spent again that was not adjusted after all; another's hold stays. */
export async function unfreezeBalance(db: Database, { subscriptionId, until }: Freeze): Promise<void> {
  await db.run(sql`
    update credit_balance set frozen_until = 0
    where subscription_id = ${subscriptionId} and frozen_until = ${until}`);
}
