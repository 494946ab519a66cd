import { formatMoney } from "../../base/format/money.ts";
import { dayOf } from "../../base/format/words.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type InboxItem, itemsMost } from "../../running/inbox-item.ts";
import { findEqual } from "./bank/named-payment.ts";
import type { Payment } from "./rows/payment.ts";
import { isToSend } from "./rows/refund-rows.ts";

const nameOf = sql`(select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = p.account_id)`;

interface Row {
  readonly id: string;
  readonly minor: number;
  readonly currency: string;
  readonly at: number;
}
interface OfAccount extends Row {
  readonly account: string;
  readonly name: string | null;
  readonly reference: string;
}

/** Money that arrived or went back, and belongs to no payment yet. */
export async function unmatchedItems(db: Queries): Promise<InboxItem[]> {
  const transfers = await db.all<Received>(sql`
    select id, minor, currency, received_at as at, sender, reference from payment_transfer
    where state = 'unmatched' order by received_at, id limit ${itemsMost}`);
  const returns = await db.all<Row & { ref: string }>(sql`
    select id, refunded_minor + disputed_minor as minor, currency, created_at as at, provider_ref as ref
    from payment_return where state = 'unmatched' order by created_at, id limit ${itemsMost}`);
  const equal = await findEqual(db, transfers);
  return [
    ...transfers.map((one) => transferItem(one, equal.get(one.id))),
    ...returns.map(
      ({ id, minor, currency, at, ref }): InboxItem => ({
        id: `return.${id}`,
        kind: "return",
        permission: "payments.decide",
        code: "return_unmatched",
        values: { minor, currency, charge: ref },
        since: at,
        cost: { minor, currency },
        harm: "risk",
        found: `${formatMoney(minor, currency)} of ${ref} went back, and its payment is not here`,
        consequence: "Credits that were bought with it can be used up.",
        action: { code: "close_return", object: `/payments/returns/${id}` },
      }),
    ),
  ];
}

interface Received extends Row {
  readonly sender: string;
  readonly reference: string;
}

/** One whose reference and sum are those of a payment needs no choice. */
function transferItem(received: Received, equal: Payment | undefined): InboxItem {
  const { id, minor, currency, at, sender, reference } = received;
  const sum = formatMoney(minor, currency);
  return {
    id: `transfer.${id}`,
    kind: "transfer",
    permission: "payments.decide",
    code: equal ? "transfer_equal" : "transfer_unmatched",
    values: {
      minor,
      currency,
      sender,
      reference,
      ...(equal && { payment: equal.id, named: equal.reference, text: equal.terms.text }),
    },
    harm: "waits",
    since: at,
    cost: { minor, currency },
    found: equal
      ? `${sum} received for ${equal.reference}${sender && ` from ${sender}`}`
      : `${sum} received${sender && ` from ${sender}`}, not matched`,
    consequence: equal
      ? `Reference and amount are equal: it pays ${equal.terms.text}. Then the credits, the invoice and the mail follow.`
      : "Who sent it has paid and gets no credits.",
    action: { code: equal ? "match_equal" : "match", object: `/payments/transfers/${id}` },
  };
}

/** Refunds that an operator sends. */
export async function refundItems(db: Queries): Promise<InboxItem[]> {
  const rows = await db.all<OfAccount>(sql`
    select r.id, r.minor, p.currency, r.created_at as at, p.account_id as account, ${nameOf} as name, r.reference
    from payment_refund r join payment p on p.id = r.payment_id
    where r.id in (select id from payment_refund where ${isToSend}) order by r.created_at, r.id limit ${itemsMost}`);
  return rows.map(({ id, minor, currency, at, account, name, reference }) => ({
    id: `refund.${id}`,
    kind: "refund",
    permission: "payments.decide",
    code: "refund_to_send",
    values: { minor, currency, account: name ?? "", reference },
    harm: "waits",
    since: at,
    cost: { minor, currency },
    found: `Send ${formatMoney(minor, currency)} back to ${name || "a deleted account"}: ${reference}`,
    consequence: "It was paid by transfer: you send it by bank.",
    action: { code: "refund_sent", object: `/payments/refunds/${id}` },
    account,
  }));
}

/** Disputes, and payments that need a decision. */
export async function troubledItems(db: Queries): Promise<InboxItem[]> {
  // The conditions are such that each part has its index.
  const disputes = await db.all<
    OfAccount & { inquiry: number; disputed: number; fallback: number; due: number | null }
  >(sql`
    select p.id, p.disputed_minor as disputed, p.minor as fallback, p.minor, p.currency, p.updated_at as at,
      p.account_id as account, ${nameOf} as name, p.reference, p.inquiry, p.dispute_due_at as due
    from payment p where p.id in (
      select id from payment where state = 'disputed' and state <> 'paid'
      union all select id from payment where inquiry = 1 and created_at > 0) order by p.created_at, p.id limit ${itemsMost}`);
  const problems = await db.all<OfAccount & { problem: string }>(sql`
    select p.id, p.minor, p.currency, p.created_at as at, p.account_id as account, ${nameOf} as name, p.reference,
      p.problem
    from payment p where p.problem is not null order by p.created_at, p.id limit ${itemsMost}`);
  return [
    ...disputes.map((one): InboxItem => {
      const { id, disputed, fallback, currency, account, name, reference, inquiry, due } = one;
      const minor = disputed || fallback;
      const who = name || "A deleted account";
      const sum = formatMoney(minor, currency);
      return {
        id: `dispute.${id}`,
        kind: "dispute",
        permission: "payments.decide",
        code: inquiry === 1 ? "payment_inquiry" : "payment_disputed",
        values: { minor, currency, account: name ?? "", reference, ...(due !== null && { due_at: due }) },
        harm: "risk",
        ...(due !== null && { deadline: due }),
        cost: { minor, currency },
        found: inquiry === 1 ? `The bank of ${who} inquires about ${sum}` : `${who} disputes ${sum}`,
        consequence:
          due === null
            ? `Without an answer in time ${sum} and the fee are lost. The provider names the last day.`
            : `Without an answer by ${dayOf(due)} ${sum} and the fee are lost.`,
        action: { code: "answer_dispute", object: `/payments/${id}` },
        account,
      };
    }),
    ...problems.map(
      ({ id, minor, currency, account, reference, problem }): InboxItem => ({
        id: `payment.${id}`,
        kind: "payment",
        permission: "payments.decide",
        code: "payment_problem",
        values: { minor, currency, reference, problem },
        harm: "waits",
        cost: { minor, currency },
        found: `${reference}, ${formatMoney(minor, currency)}: ${problem.replace(/\.$/, "")}`,
        consequence: "It stays as it is until you decide.",
        action: { code: "resolve_payment", object: `/payments/${id}` },
        account,
      }),
    ),
  ];
}

interface Unpaid {
  readonly subscription: string;
  readonly number: number;
  readonly net: number;
  readonly currency: string;
  readonly starts: number;
  readonly lapses: number;
}

/** Periods that have started and are not paid: one item for each currency. */
export async function unpaidItems(db: Queries, now: number): Promise<InboxItem[]> {
  const all = await db.all<Unpaid>(sql`
    select subscription_id as subscription, number, price_minor as net, currency, starts_at as starts,
      lapses_at as lapses
    from billing_period where state = 'due' and state <> 'paid' and starts_at <= ${now} and price_minor > 0
    order by starts_at, subscription_id, number limit ${itemsMost}`);
  if (all.length === 0) return [];
  const requested = await db.all<{ subscription: string; period: number; minor: number }>(sql`
    select subscription_id as subscription, period, minor from payment
    where state in ('requested', 'pending') and state <> 'paid' and period is not null`);
  const gross = new Map(requested.map((one) => [`${one.subscription}/${one.period}`, one.minor]));
  const byCurrency = Map.groupBy(all, ({ currency }) => currency);
  return Promise.all([...byCurrency].map(([currency, periods]) => unpaidItem(db, currency, periods, gross)));
}

async function unpaidItem(
  db: Queries,
  currency: string,
  periods: readonly Unpaid[],
  gross: ReadonlyMap<string, number>,
): Promise<InboxItem> {
  const minor = periods.reduce(
    (sum, { subscription, number, net }) => sum + (gross.get(`${subscription}/${number}`) ?? net),
    0,
  );
  const first = periods.reduce((least, one) => (one.lapses < least.lapses ? one : least));
  const lapses = first.lapses < Number.MAX_SAFE_INTEGER ? first.lapses : undefined;
  const owner = await db.get<{ name: string }>(sql`
    select trim(u.first_name || ' ' || u.last_name) as name
    from subscription s join app_user u on u.id = s.owner_id where s.id = ${first.subscription}`);
  const name = owner?.name || "A deleted account";
  const count = periods.length;
  return {
    id: `unpaid.${currency}`,
    kind: "unpaid",
    permission: "payments.decide",
    code: "periods_unpaid",
    values: { count, minor, currency, account: name, ...(lapses !== undefined && { lapses_at: lapses }) },
    since: periods[0]!.starts,
    ...(lapses !== undefined && { deadline: lapses }),
    cost: { minor, currency },
    found: `${count} ${count === 1 ? "period" : "periods"} unpaid: ${formatMoney(minor, currency)}`,
    consequence:
      lapses === undefined
        ? "They do not lapse by themselves: their keys work until you let them lapse."
        : `${name} lapses on ${dayOf(lapses)}. The keys work until the credits left are spent.`,
    action: { code: "open_unpaid", object: null },
  };
}
