import type { Database } from "../../src/database/database.ts";
import { raw, sql } from "../../src/database/sql.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import { callOf } from "../../test/usage-calls.ts";
import { runAll } from "../common/accounts.ts";
import { scaled } from "../common/settings.ts";

export const hourMs = 3_600_000;
const minuteMs = 60_000;
export const hours = scaled(90 * 24, 8 * 24);

/** A rollup's sums of so many calls: calls, credits, bytes, cache counters and times. */
function sumsOf(calls: string): string {
  return `${calls}, ${calls}, ${calls} * 1000, 0, 0, ${calls} * 2000, 900, 9000, ${calls} * 1000, 400, 5000`;
}

const numbers = (name: string, column: string, count: number): string =>
  `${name}(${column}) as (select cast(0 as bigint) union all select ${column} + 1 from ${name} where ${column} < ${count - 1})`;

/**
 * Hourly rollups as 100 million calls leave them: 2,000 subscriptions, each with 6 of 60 APIs. 50 of them call four
 * hours in five, 250 one in three, 1,700 one in twenty: some 1,200 rows per hour, 39 calls each, in three classes.
 * Minutes, of which a report reads two hours at most, exist for the last day.
 */
export async function fillRollups(db: Database, start: number): Promise<void> {
  const total = (table: string, unit: string) =>
    sql`insert into ${raw(`${table}_total
      select ${unit}, api_id, class, cast(sum(calls) as bigint), cast(sum(credits) as bigint),
        cast(sum(bytes) as bigint), 0, 0, cast(sum(api_us_sum) as bigint), min(api_us_min), max(api_us_max),
        cast(sum(service_us_sum) as bigint), min(service_us_min), max(service_us_max)
      from ${table} group by ${unit}, api_id, class order by 1, 2, 3`)}`;
  const series = `${numbers("subscriptions", "s", 2000)}, ${numbers("uses", "k", 6)}`;
  await runAll(db, [
    sql`
    insert into usage_series (subscription_id, api_id, operation, class, user_id)
    with recursive ${raw(series)}, classes(c) as (values ('success'), ('blocked'), ('other'))
    select 'subscription-' || s, 'api-' || ((s * 7 + k * 11) % 60), 'operation', c, 'user-' || (s / 2)
    from subscriptions cross join uses cross join classes`,
    sql`
    insert into usage_hourly_sum
    with recursive ${raw(numbers("hours", "h", hours))}, ${raw(series)}
    select ${start} + h * ${hourMs}, n.id, ${raw(sumsOf("(10 + (h * 7 + s * 13) % 60)"))}
    from subscriptions cross join hours cross join uses
    join usage_series n on n.subscription_id = 'subscription-' || s and n.api_id = 'api-' || ((s * 7 + k * 11) % 60)
      and n.operation = 'operation' and n.user_id = 'user-' || (s / 2)
      and n.class = case (h + s + k) % 10 when 9 then 'other' when 8 then 'blocked' else 'success' end
    where (h * 31 + s * 17 + k * 13) % 101 < case when s < 50 then 81 when s < 300 then 31 else 5 end
    order by 1, 2`,
    sql`
    insert into usage_minute_sum
    with recursive ${raw(numbers("minutes", "m", 60))}
    select hour + m * ${minuteMs}, series_id, ${raw(sumsOf("1"))}
    from usage_hourly_sum cross join minutes where hour >= ${start + (hours - 24) * hourMs} order by 1, 2`,
    total("usage_hourly", "hour"),
    total("usage_minute", "minute"),
  ]);
}

/** A call of 2,000 subscriptions: a customer makes twenty calls in three minutes, then another does. */
export function reportedCall(index: number, at: number): CallRecord {
  const customer = (Math.floor(index / 20) * 7) % 2000;
  const [subscriptionId, userId] = [`subscription-${customer}`, `user-${customer >> 1}`];
  const kind = Math.floor(index / 60) % 10;
  return callOf({ subscriptionId, userId }, at, {
    requestId: `request-${index}`,
    caller: { kind: "subscription", subscriptionId, userId, productId: `product-${customer % 7}` },
    api: `api-${(index * 11) % 60}`,
    operation: `operation-${(index * 11) % 120}`,
    address: `203.0.113.${customer % 250}`,
    status: kind === 9 ? 404 : kind === 8 ? 429 : 200,
    responseBytes: 1000,
  });
}
