import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { MovedMoney, Time } from "../../papers/ports.ts";
import { balanceMoney } from "./balance-money.ts";

/**
 * The money of a time: payments on the day on which all of their money was there, in any state that they have now;
 * refunds by transfer on the day on which they were sent; what a provider returned, with its credit note; what its balance
 * has besides.
 */
export async function moneyOfTime(db: Queries, { from, to }: Time): Promise<readonly MovedMoney[]> {
  const received = await db.all<MovedMoney>(sql`
    select 'payment' as kind, y.paid_at as at, y.account_id as "accountId", y.reference, y.paper_id as "paperId",
      y.received_minor as minor, y.currency, case when y.provider = 'manual' then 'bank' else 'card' end as "by",
      coalesce(y.method, case when y.provider = 'manual' then 'Transfer' else 'Card' end) as method,
      coalesce(case when y.provider = 'manual' then (select max(t.provider_ref) from payment_transfer t
        where t.payment_id = y.id and t.state = 'matched') else y.provider_ref end, '') as "providerId"
    from payment y where y.paid_at >= ${from} and y.paid_at < ${to} and y.received_minor > 0
    order by y.paid_at, y.id`);
  const returned = await db.all<MovedMoney>(sql`
    select 'refund' as kind, at, "accountId", reference, "paperId", minor, currency, "by", method, "providerId" from (
      select r.id, r.sent_at as at, y.account_id as "accountId", y.reference, r.paper_id as "paperId", -r.minor as minor,
        y.currency, 'bank' as "by", 'Transfer' as method, '' as "providerId"
      from payment_refund r join payment y on y.id = r.payment_id
      where r.reference is not null and r.state = 'done' and r.sent_at >= ${from} and r.sent_at < ${to}
      union all
      select p.id, p.issued_at, y.account_id, y.reference, p.id,
        case when p.kind = 'credit_note' then -p.gross_minor else p.gross_minor end,
        p.currency, case when y.provider = 'manual' then 'bank' else 'card' end, coalesce(y.method, ''), coalesce(y.provider_ref, '')
      from paper p join payment y on y.id = p.payment_id
      where p.corrects is not null and p.issued_at >= ${from} and p.issued_at < ${to} and not exists (
        select 1 from payment_refund r where r.payment_id = p.payment_id and r.paper_id = p.id)
      union all
      select id, at, account_id, reference, null, minor, currency, 'card', method, "providerId" from (
        select y.id, y.account_id, y.reference, y.currency, coalesce(y.method, '') as method,
          coalesce(y.provider_ref, '') as "providerId",
          coalesce((select max(r.created_at) from payment_refund r
            where r.payment_id = y.id and r.state = 'done'), y.paid_at) as at,
          (select coalesce(sum(r.minor), 0) from payment_refund r
            where r.payment_id = y.id and r.state = 'done' and r.reference is not null)
            - y.refunded_minor - case when y.dispute = 'lost' then y.disputed_minor else 0 end as minor
        from payment y where y.paper_id is null and y.paid_at is not null and y.provider <> 'manual'
          and (y.refunded_minor > 0 or y.dispute = 'lost')) uninvoiced
      where at >= ${from} and at < ${to} and minor < 0) returned
    order by at, id`);
  const moved = [...received, ...returned];
  return [...moved, ...(await balanceMoney(db, { from, to }, moved))];
}
