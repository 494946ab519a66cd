import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import type { Payment } from "./payment.ts";

/** The key of the last request of a payment. One that began before keys were stored has that of its ID. */
export const keyOf = ({ id, requestKey, attempts }: Payment, what: "charge" | "checkout"): string =>
  requestKey ?? `${id}/${what}/${attempts}`;

/**
 * A payment whose next request begins now, with its key: who pays, what for, which attempt. A database that has lost the
 * payment makes the same key for the same thing. No two requests of one database have the same.
 */
export async function withKey(tx: Queries, payment: Payment, now: number): Promise<Payment> {
  const { attempts } = payment;
  const { thing, earlier } = await thingOf(tx, payment);
  return { ...payment, requestKey: `${thing}/${earlier + attempts}`, requestAt: now };
}

/** The key of the next refund of a payment. */
export async function refundKey(tx: Queries, payment: Payment): Promise<string> {
  const { thing } = await thingOf(tx, payment);
  const count = await countOf(tx, sql`payment_refund where payment_id = ${payment.id}`);
  return `${thing}/refund/${count}`;
}

/** What a payment is for: a period, or the purchase of this number; with the attempts of other payments for it. */
async function thingOf(tx: Queries, { id, accountId, subscriptionId, kind, period, createdAt }: Payment) {
  const isOfPeriod = kind === "renewal" || kind === "overage";
  const others = sql`
    from payment where subscription_id = ${subscriptionId} and kind = ${kind} and id <> ${id}`;
  const number = isOfPeriod
    ? period!
    : (await tx.get<{ count: number }>(sql`
        select count(*) as count ${others} and (created_at < ${createdAt} or created_at = ${createdAt} and id < ${id})`))!
        .count;
  const earlier = isOfPeriod
    ? (await tx.get<{ count: number }>(sql`
        select cast(count(*) + coalesce(sum(attempts), 0) as bigint) as count ${others} and period = ${period}`))!
        .count
    : 0;
  return { thing: `${accountId}/${subscriptionId}/${kind}/${number}`, earlier };
}
