import { type AuditContext, recordAudit } from "../../../access/audit.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { findSubscription } from "../../../management/subscriptions/subscription-resource.ts";
import type { Period } from "../../billing/rows/period-rows.ts";
import type { Plan } from "../../billing/rows/plan.ts";
import type { Payment } from "../rows/payment.ts";
import { isDueFrom, selectPayments } from "../rows/payment-rows.ts";
import type { Ended } from "../settling/end-at-provider.ts";
import { findOpen, receiveTransfer } from "../settling/receive-transfer.ts";
import type { Settlement } from "../settling/settlement.ts";
import { dueOf, requestDue } from "./request-periods.ts";

/**
 * Records that what is due for a period has arrived by transfer: of its open payment what is left, of one that has failed
 * or a new one all of it. The subscription and the plan must be locked. Throws 409, and
 * `OpenAtProvider` unless the provider has `ended` the page.
 */
export async function receivePeriod(
  tx: Queries,
  settlement: Settlement,
  plan: Plan,
  period: Period,
  audit: AuditContext,
  ended?: Ended,
): Promise<void> {
  const { id } = (await findRequested(tx, period)) ?? (await request(tx, plan, period));
  let minor = 0;
  const { state } = await receiveTransfer(
    tx,
    settlement,
    id,
    (payment) => {
      minor = payment.minor - payment.receivedMinor;
      return minor;
    },
    ended,
  );
  const object = `/payments/${id}`;
  await recordAudit(tx, { ...audit, action: "payment.receive", object, after: { state, minor } });
}

const keyOf = ({ subscriptionId, number: period }: Period) =>
  ({ subscriptionId, kind: "renewal", period }) as const;

/** The payment of a period that is open; without one the newest that has failed and is still due, unless it had no invoice. */
async function findRequested(tx: Queries, period: Period): Promise<Payment | undefined> {
  const open = await findOpen(tx, keyOf(period));
  if (open) return open;
  const [failed] = await selectPayments(
    tx,
    sql`where subscription_id = ${period.subscriptionId} and kind = 'renewal' and period = ${period.number}
      and state = 'failed' and problem is null
      and ${isDueFrom(sql`(select owner_id from subscription where id = y.subscription_id)`)} order by created_at desc, id desc limit 1`,
  );
  return failed;
}

/** Requests the payment of a period that is paid at once. Its invoice is issued when it is. */
async function request(tx: Queries, plan: Plan, period: Period): Promise<Payment> {
  const { subscriptionId: id, number } = period;
  const { ownerId: owner } = (await findSubscription(tx, id))!;
  const due = { ...(await dueOf(tx, plan, period, owner)), isByInvoice: false };
  await requestDue(tx, { id, number, owner }, due, { hasCards: false });
  return (await findOpen(tx, keyOf(period)))!;
}
