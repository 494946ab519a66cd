import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { reviewCrossings } from "../../outbox/credit-crossings.ts";
import { returnRequest } from "./grants/grant-rows.ts";
import { changeBalances } from "./grants/settle-balances.ts";

const askEach = returnRequest("true");

/** Requests the return of all leases of a subscription, empty ones too. */
export async function askAll(tx: Queries, subscriptionId: string): Promise<void> {
  await askEach.run(tx, [[subscriptionId]]);
}

/** CANCEL, or its reverse: an inactive balance leases no credits, and its leases are returned. */
export async function setActive(tx: Queries, subscriptionId: string, active: boolean): Promise<void> {
  await tx.run(sql`
    update credit_balance set active = ${active ? 1 : 0} where subscription_id = ${subscriptionId}`);
  if (!active) await askAll(tx, subscriptionId);
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
  const total = await tx.get<{ missing: number }>(sql`
    select used + remaining + held - debt - granted as missing from credit_total
    where subscription_id = ${subscriptionId}`);
  await changeBalances(tx, [subscriptionId], {
    work: (change) => change.addSpent("grant", total!.missing, "adjust", { id, at, actor }),
  });
}
