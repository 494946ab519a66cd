import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { reviewCrossings } from "../../outbox/credit-crossings.ts";
import { settleDebts } from "../sharing/debts.ts";
import { readLeft } from "./credits.ts";

/** Credits that an operator adds to the plan's own. */
export interface Bump {
  readonly id: string;
  readonly subscriptionId: string;
  readonly credits: number;
  readonly reason: string | null;
  /** Unique per subscription: repeating the key grants nothing. */
  readonly idempotencyKey: string | null;
  readonly actor: string;
  readonly at: number;
}

/** A grant as the ledger records it. */
export interface Granted {
  readonly id: string;
  readonly at: number;
  readonly delta: number;
  readonly reason: string | null;
  /** Granted and not used, including leased credits. */
  readonly remaining_after: number;
}

/** BUMP: adds credits. Repeating an idempotency key returns the first grant and adds nothing. */
export async function bump(tx: Queries, grant: Bump): Promise<Granted & { readonly repeated: boolean }> {
  const { id, subscriptionId, credits, reason, idempotencyKey, actor, at } = grant;
  const inserted = await tx.get(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, reason, actor, idempotency_key)
    values (${id}, ${subscriptionId}, ${at}, ${credits}, 'bump', ${reason}, ${actor}, ${idempotencyKey})
    on conflict (subscription_id, idempotency_key) do nothing returning id`);
  if (inserted) {
    await tx.run(sql`
      update credit_balance set granted = granted + ${credits}, remaining = remaining + ${credits}
      where subscription_id = ${subscriptionId}`);
    await settleDebts(tx, [subscriptionId], at);
    const left = await readLeft(tx, subscriptionId);
    await tx.run(sql`update credit_ledger set remaining_after = ${left} where id = ${id}`);
    await reviewCrossings(tx, subscriptionId, left, at);
  }
  const row = inserted ? sql`id = ${id}` : sql`idempotency_key = ${idempotencyKey}`;
  const granted = await tx.get<Granted>(sql`
    select id, at, delta, reason, remaining_after from credit_ledger
    where subscription_id = ${subscriptionId} and ${row}`);
  return { ...granted!, repeated: !inserted };
}

/** Requests the return of all leases of a subscription. */
export async function askAll(tx: Queries, subscriptionId: string): Promise<void> {
  await tx.run(sql`update credit_lease set return_requested = 1 where subscription_id = ${subscriptionId}`);
}

/** CANCEL, or its reverse: an inactive balance leases no credits, and its leases are returned. */
export async function setActive(tx: Queries, subscriptionId: string, active: boolean): Promise<void> {
  await tx.run(sql`
    update credit_balance set active = ${active ? 1 : 0} where subscription_id = ${subscriptionId}`);
  if (!active) await askAll(tx, subscriptionId);
}

/** Credits leased to all journals. The balance must be locked. */
export async function heldInAll(tx: Queries, subscriptionId: string): Promise<number> {
  const row = await tx.get<{ held: number }>(sql`
    select cast(coalesce(sum(held), 0) as bigint) as held from credit_lease
    where subscription_id = ${subscriptionId}`);
  return row?.held ?? 0;
}

/** Makes a balance metered or unlimited when its subscription changes its plan. Grants nothing. */
export async function setUnlimited(
  tx: Queries,
  change: { id: string; subscriptionId: string; unlimited: boolean; at: number; actor: string },
): Promise<void> {
  const { id, subscriptionId, unlimited, at, actor } = change;
  const flag = unlimited ? 1 : 0;
  const changed = await tx.run(sql`
    update credit_balance set unlimited = ${flag}
    where subscription_id = ${subscriptionId} and unlimited <> ${flag}`);
  if (changed === 0) return;
  await askAll(tx, subscriptionId);
  if (unlimited) return reviewCrossings(tx, subscriptionId, Number.MAX_SAFE_INTEGER, at);
  // Use while unlimited is recorded as granted, so that the sums agree again.
  const total = await tx.get<{ missing: number; left: number }>(sql`
    select used + remaining + held - debt - granted as missing, remaining + held - debt as left
    from credit_total where subscription_id = ${subscriptionId}`);
  const { missing: delta, left } = total!;
  await tx.run(sql`
    update credit_balance set granted = granted + ${delta} where subscription_id = ${subscriptionId}`);
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, actor, remaining_after)
    values (${id}, ${subscriptionId}, ${at}, ${delta}, 'adjust', ${actor}, ${left})`);
  await reviewCrossings(tx, subscriptionId, left, at);
}
