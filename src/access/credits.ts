import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";

/** A subscription's credits. `remaining` is null where they are unlimited. */
export interface Credits {
  readonly granted: number;
  readonly used: number;
  readonly remaining: number | null;
  readonly unlimited: boolean;
}

export interface BalanceRow {
  unlimited: number;
  granted: number;
  used: number;
  remaining: number;
}

/** A balance's row as callers see it. */
export function creditsOf(row: BalanceRow): Credits {
  const unlimited = row.unlimited === 1;
  return { granted: row.granted, used: row.used, remaining: unlimited ? null : row.remaining, unlimited };
}

/** The balance as it stands; a subscription without one has no credits. */
export async function readCredits(db: Queries, subscriptionId: string): Promise<Credits> {
  const row = await db.get<BalanceRow>(sql`
    select unlimited, granted, used, remaining from credit_balance where subscription_id = ${subscriptionId}`);
  return creditsOf(row ?? { unlimited: 0, granted: 0, used: 0, remaining: 0 });
}

/** Opens a new subscription's balance with its first grant, null for unlimited. */
export async function openBalance(
  tx: Queries,
  grant: { id: string; subscriptionId: string; credits: number | null; at: number; actor: string },
): Promise<void> {
  const { id, subscriptionId, credits, at, actor } = grant;
  const granted = credits ?? 0;
  await tx.run(sql`
    insert into credit_balance (subscription_id, unlimited, granted, remaining)
    values (${subscriptionId}, ${credits === null ? 1 : 0}, ${granted}, ${granted})`);
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, actor, remaining_after)
    values (${id}, ${subscriptionId}, ${at}, ${granted}, 'grant', ${actor}, ${granted})`);
}

/** Takes `cost` credits if the balance holds them: the credits left, or undefined and nothing taken. */
export async function charge(
  tx: Queries,
  subscriptionId: string,
  cost: number,
): Promise<Credits | undefined> {
  const row = await tx.get<BalanceRow>(sql`
    update credit_balance
    set used = used + ${cost}, remaining = case when unlimited = 1 then remaining else remaining - ${cost} end
    where subscription_id = ${subscriptionId} and (unlimited = 1 or remaining >= ${cost})
    returning unlimited, granted, used, remaining`);
  return row && creditsOf(row);
}

/** Meters a balance, or frees it of its meter, when its subscription changes its product. Grants nothing. */
export async function setUnlimited(
  tx: Queries,
  change: { id: string; subscriptionId: string; unlimited: boolean; at: number; actor: string },
): Promise<void> {
  const { id, subscriptionId, unlimited, at, actor } = change;
  const flag = unlimited ? 1 : 0;
  const before = await tx.get<BalanceRow>(sql`
    update credit_balance set unlimited = ${flag} where subscription_id = ${subscriptionId} and unlimited <> ${flag}
    returning unlimited, granted, used, remaining`);
  if (!before || unlimited) return;
  // What was used without a meter is entered as granted, so that granted is remaining and used again.
  const delta = before.used + before.remaining - before.granted;
  await tx.run(sql`
    update credit_balance set granted = granted + ${delta} where subscription_id = ${subscriptionId}`);
  await tx.run(sql`
    insert into credit_ledger (id, subscription_id, at, delta, kind, actor, remaining_after)
    values (${id}, ${subscriptionId}, ${at}, ${delta}, 'adjust', ${actor}, ${before.remaining})`);
}

/** Ends or reopens a balance with its subscription: an ended one is not drawn from. */
export async function setBalanceActive(tx: Queries, subscriptionId: string, active: boolean): Promise<void> {
  await tx.run(sql`
    update credit_balance set active = ${active ? 1 : 0} where subscription_id = ${subscriptionId}`);
}
