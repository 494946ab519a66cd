import { join, raw, type Sql, sql } from "../../../database/sql.ts";
import type { Found } from "./find-lines.ts";

export const lineKinds = ["payment", "period", "transfer", "return", "refund", "correction"] as const;
export type LineKind = (typeof lineKinds)[number];

export const lineStates = ["problem", "due", "paid", "refunded", "ended"] as const;
export type LineState = (typeof lineStates)[number];

/** Which lines are read. Times are milliseconds UTC. */
export interface LineFilter {
  readonly state?: LineState | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly account?: string | undefined;
  readonly isNeeding?: boolean | undefined;
  readonly found?: Found | undefined;
}

/** Rows of one table that are lines of one state. */
interface Source {
  readonly kind: LineKind;
  readonly state: LineState;
  readonly from: Sql;
  readonly where: Sql;
  readonly id: Sql;
  readonly at: Sql;
  readonly minor: Sql;
  readonly currency: Sql;
  /** 1 for what an operator must do. */
  readonly needs: Sql;
  /** Open ones are listed at any age. */
  readonly isOpen: boolean;
  /** A condition: those of an account. Absent if they belong to none. */
  readonly ofAccount?: (account: string) => Sql;
  /** A condition: those that a text finds. */
  readonly found: (found: Found) => Sql;
}

const isDue = raw("y.state in ('requested', 'pending') and y.state <> 'paid'");
const isLate = (now: number) => sql`exists (select 1 from billing_period b
  where b.subscription_id = y.subscription_id and b.number = y.period and b.state = 'due'
    and b.starts_at <= ${now} and y.kind = 'renewal')`;

/** A declined payment that nothing replaces, of what is still owed. */
const hasFailed =
  raw(`y.state = 'failed' and y.state <> 'paid' and (y.kind = 'overage' or (y.kind = 'renewal' and exists (
  select 1 from billing_period b where b.subscription_id = y.subscription_id and b.number = y.period
    and b.state = 'due'))) and not exists (
  select 1 from payment o where o.subscription_id = y.subscription_id and o.kind = y.kind and o.period = y.period
    and o.state <> 'cancelled' and (o.state <> 'failed' or o.created_at > y.created_at
      or (o.created_at = y.created_at and o.id > y.id)))`);

const payments = {
  kind: "payment",
  from: raw("payment y"),
  id: raw("y.id"),
  currency: raw("y.currency"),
  ofAccount: (account: string) => sql`y.account_id = ${account}`,
  found: ({ payments: ids }: Found) => sql`y.id in (${ids})`,
} as const;

const received = raw("coalesce(y.paid_at, y.created_at)");
const rest = raw("y.minor - y.received_minor");
const none = raw("0");
const one = raw("1");

function paymentSources(now: number): readonly Source[] {
  const problem = { ...payments, state: "problem", minor: raw("y.minor"), needs: one, isOpen: true } as const;
  return [
    { ...problem, at: received, where: raw("y.problem is not null") },
    {
      ...problem,
      at: received,
      where: raw("y.problem is null and y.state = 'disputed' and y.state <> 'paid'"),
    },
    {
      ...problem,
      at: received,
      where: raw("y.problem is null and y.inquiry = 1 and y.state <> 'disputed'"),
    },
    {
      ...problem,
      at: raw("y.created_at"),
      minor: rest,
      where: sql`y.problem is null and y.inquiry = 0 and ${hasFailed}`,
    },
    {
      ...payments,
      state: "due",
      at: raw("y.created_at"),
      minor: rest,
      needs: sql`case when ${isLate(now)} then 1 else 0 end`,
      isOpen: true,
      where: sql`y.problem is null and y.inquiry = 0 and ${isDue}`,
    },
    {
      ...payments,
      state: "paid",
      at: raw("y.paid_at"),
      minor: raw("y.received_minor"),
      needs: none,
      isOpen: false,
      where: raw(
        "y.paid_at is not null and y.problem is null and y.inquiry = 0 and y.state <> 'disputed' and y.received_minor > 0",
      ),
    },
    {
      ...payments,
      state: "ended",
      at: raw("y.created_at"),
      minor: raw("y.minor"),
      needs: none,
      isOpen: false,
      where: sql`y.problem is null and y.inquiry = 0 and y.state in ('failed', 'cancelled') and y.state <> 'paid'
        and y.paid_at is null and not (${hasFailed})`,
    },
  ];
}

/** What goes back, or came back after all. */
const returning: readonly Source[] = [
  {
    kind: "refund",
    state: "refunded",
    from: raw("payment_refund r join payment y on y.id = r.payment_id"),
    where: raw("r.reference is not null and r.state = 'done'"),
    id: raw("r.id"),
    at: raw("r.created_at"),
    minor: raw("-r.minor"),
    currency: raw("y.currency"),
    needs: raw("case when r.sent_at is null then 1 else 0 end"),
    isOpen: false,
    ofAccount: payments.ofAccount,
    found: ({ payments: ids, text }) =>
      sql`(r.payment_id in (${ids}) or r.id = ${text} or r.reference = ${text.toUpperCase()})`,
  },
  {
    kind: "correction",
    state: "refunded",
    from: raw("paper p"),
    // A refund by transfer is a line with its credit note.
    where: raw(`p.corrects is not null and p.payment_id is not null and not exists (
      select 1 from payment_refund r where r.payment_id = p.payment_id and r.paper_id = p.id)`),
    id: raw("p.id"),
    at: raw("p.issued_at"),
    minor: raw("case when p.kind = 'credit_note' then -p.gross_minor else p.gross_minor end"),
    currency: raw("p.currency"),
    needs: none,
    isOpen: false,
    ofAccount: (account) => sql`p.account_id = ${account}`,
    found: ({ payments: ids, text }) => sql`(p.payment_id in (${ids}) or p.id = ${text})`,
  },
  {
    // What a provider has returned of money for which there was no invoice.
    ...payments,
    kind: "payment",
    state: "refunded",
    id: raw("y.id"),
    at: raw(`coalesce((select max(r.created_at) from payment_refund r
      where r.payment_id = y.id and r.state = 'done'), y.paid_at)`),
    minor: raw(`-(y.refunded_minor + case when y.dispute = 'lost' then y.disputed_minor else 0 end
      - (select coalesce(sum(r.minor), 0) from payment_refund r
        where r.payment_id = y.id and r.state = 'done' and r.reference is not null))`),
    needs: none,
    isOpen: false,
    where: raw(`y.paper_id is null and y.paid_at is not null and y.provider <> 'manual'
      and (y.refunded_minor > 0 or y.dispute = 'lost')`),
  },
];

/** What no payment has. */
const unmatched: readonly Source[] = [
  {
    kind: "transfer",
    state: "problem",
    from: raw("payment_transfer t"),
    where: raw("t.state = 'unmatched'"),
    id: raw("t.id"),
    at: raw("t.received_at"),
    minor: raw("t.minor"),
    currency: raw("t.currency"),
    needs: one,
    isOpen: true,
    found: ({ text, sums }) => {
      const like = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
      return sql`(t.id = ${text} or t.provider_ref = ${text} or t.other_ref = ${text} or ${sums("t")}
        or lower(t.reference) like ${like} escape '\\' or lower(t.sender) like ${like} escape '\\')`;
    },
  },
  {
    kind: "return",
    state: "problem",
    from: raw("payment_return u"),
    where: raw("u.state = 'unmatched'"),
    id: raw("u.id"),
    at: raw("u.created_at"),
    minor: raw("u.refunded_minor + u.disputed_minor"),
    currency: raw("u.currency"),
    needs: one,
    isOpen: true,
    found: ({ text }) => sql`(u.id = ${text} or u.provider_ref = ${text} or u.named = ${text})`,
  },
];

/** Periods that no payment is requested for: those that are settled by hand. */
const periods = (now: number): Source => ({
  kind: "period",
  state: "due",
  from: raw("billing_period b join subscription s on s.id = b.subscription_id"),
  where: raw(`b.state = 'due' and b.state <> 'paid' and b.price_minor > 0 and not exists (
    select 1 from payment o where o.subscription_id = b.subscription_id and o.period = b.number
      and o.kind = 'renewal' and o.state <> 'cancelled')`),
  id: raw("b.subscription_id || '/' || b.number"),
  at: raw("b.starts_at"),
  minor: raw("b.price_minor"),
  currency: raw("b.currency"),
  needs: sql`case when b.starts_at <= ${now} then 1 else 0 end`,
  isOpen: true,
  ofAccount: (account) => sql`s.owner_id = ${account}`,
  found: ({ accounts, text }) => sql`(s.owner_id in (${accounts}) or b.subscription_id = ${text})`,
});

const allSources = (now: number): readonly Source[] => [
  ...paymentSources(now),
  periods(now),
  ...unmatched,
  ...returning,
];

/** The lines of each source that a filter leaves, as queries with the same columns. */
export function lineQueries(filter: LineFilter, now: number): readonly Sql[] {
  const { state, from, to, account, isNeeding, found } = filter;
  return allSources(now)
    .filter((source) => (state === undefined ? source.state !== "ended" || found : source.state === state))
    .filter((source) => account === undefined || source.ofAccount)
    .map((source) => {
      const isAged = from !== undefined && !source.isOpen && !isNeeding;
      const conditions = [
        source.where,
        ...(isAged ? [sql`${source.at} >= ${from}`] : []),
        ...(to === undefined ? [] : [sql`${source.at} < ${to}`]),
        ...(account === undefined ? [] : [source.ofAccount!(account)]),
        ...(isNeeding ? [sql`${source.needs} = 1`] : []),
        ...(found ? [source.found(found)] : []),
      ];
      return sql`select ${raw(`'${source.kind}'`)} as kind, ${raw(`'${source.state}'`)} as state, ${source.id} as id,
        ${source.at} as at, ${source.minor} as minor, ${source.currency} as currency, ${source.needs} as needs
        from ${source.from} where ${join(conditions, " and ")}`;
    });
}
