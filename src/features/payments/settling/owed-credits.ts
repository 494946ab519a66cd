import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text } from "../../../entities/stored.ts";
import { Table } from "../../../entities/table.ts";
import { StillLeased } from "../../../management/subscriptions/returned-leases.ts";
import {
  giveBackToGrant,
  takeFromGrant,
  takeFromLater,
} from "../../../metering/credits/grants/change-grants.ts";
import type { Payment } from "../rows/payment.ts";
import { selectPayments } from "../rows/payment-rows.ts";

/** What was taken of which grant for a payment that owed it. The ID is empty for what was taken before grants were noted. */
const collectedDebts = new Table({
  name: "collected_debt",
  as: "d",
  key: ["paymentId", "grantId"],
  members: { paymentId: text, grantId: text, credits: integer },
});

const entryOf = ({ reference }: Payment) => ({
  reason: `owed since payment ${reference} was reversed`,
  actor: "payments",
});

/** Takes credits that are owed from those that came after the reversal. The subscription must be locked. */
export async function collectOwed(tx: Queries, subscriptionId: string): Promise<number> {
  const debts = await selectPayments(
    tx,
    sql`where subscription_id = ${subscriptionId} and owed > collected order by updated_at, id`,
  );
  let collected = 0;
  for (const debt of debts) {
    const entry = entryOf(debt);
    const owed = debt.owed - debt.collected;
    const taken = await takeFromLater(tx, subscriptionId, owed, debt.updatedAt, entry);
    for (const [grantId, credits] of taken) {
      await tx.run(sql`update payment set collected = collected + ${credits} where id = ${debt.id}`);
      await tx.run(sql`update payment set paid_debts = paid_debts + ${credits} where grant_id = ${grantId}`);
      const before = await collectedDebts.find(tx, debt.id, grantId);
      const sum = (before?.credits ?? 0) + credits;
      await collectedDebts.put(tx, [{ paymentId: debt.id, grantId, credits: sum }]);
      collected += credits;
    }
  }
  return collected;
}

/** What was taken from other credits for what a payment owes. What was forgiven is not part of it. */
export async function sumCollected(db: Queries, paymentId: string): Promise<number> {
  const { credits } = (await db.get<{ credits: number }>(sql`
    select cast(coalesce(sum(credits), 0) as bigint) as credits from collected_debt where payment_id = ${paymentId}`))!;
  return credits;
}

/**
 * Gives grants back what was taken of them for what a payment owes no more. `expired` is called for a grant that has
 * expired since. What their own payments owe or have set aside is taken again. The subscription must be locked. Throws
 * `StillLeased`.
 */
export async function releaseCollected(
  tx: Queries,
  debt: Payment,
  credits: number,
  expired: (credits: number, grantId: string) => Promise<void>,
): Promise<void> {
  let rest = credits;
  const all = await collectedDebts.select(tx, sql`where payment_id = ${debt.id} order by grant_id desc`);
  for (const one of all) {
    const part = Math.min(rest, one.credits);
    if (part === 0) return;
    rest -= part;
    await collectedDebts.put(tx, [{ ...one, credits: one.credits - part }]);
    const { subscriptionId } = debt;
    const given = await giveBackToGrant(tx, subscriptionId, one.grantId, part, entryOf(debt));
    await tx.run(sql`
      update payment set paid_debts = paid_debts - ${part} where grant_id = ${one.grantId} and paid_debts >= ${part}`);
    if (given) await takeAgain(tx, one.grantId, part);
    else await expired(part, one.grantId === "" ? (debt.grantId ?? "") : one.grantId);
  }
}

/** Takes again, of credits that a grant has back, what its payment owes, or must set aside while it is disputed. */
async function takeAgain(tx: Queries, grantId: string, credits: number): Promise<void> {
  const [payment] = await selectPayments(tx, sql`where grant_id = ${grantId}`);
  if (!payment) return;
  const entry = { reason: `payment ${payment.reference}`, actor: "payments" };
  const take = async (most: number): Promise<number> => {
    const taken = await takeFromGrant(tx, payment.subscriptionId, grantId, most, entry);
    if (taken === "leased") throw new StillLeased();
    return taken;
  };
  const removed = await take(Math.min(credits, payment.owed - payment.collected));
  const aside = payment.dispute === "open" ? await take(credits - removed) : 0;
  await tx.run(sql`
    update payment set removed = removed + ${removed}, owed = owed - ${removed}, set_aside = set_aside + ${aside}
    where id = ${payment.id}`);
}
