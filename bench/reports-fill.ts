import type { Database } from "../src/database/database.ts";
import { raw, type Sql, sql } from "../src/database/sql.ts";
import { writeUsage } from "../src/metering/apply/write-usage.ts";
import type { CallRecord } from "../src/metering/usage/usage.ts";

export const hourMs = 3_600_000;
const minuteMs = 60_000;
export const hours = 90 * 24;

/**
 * Roll-ups by the hour as 100 million calls leave them: 2,000 subscriptions, each using 6 of 60 APIs. 50
 * of them call four hours in five, 250 one in three, 1,700 one in twenty: some 1,200 rows an hour, 39 calls
 * each, in three classes. Minutes, of which a report reads two hours at most, are there for the last day.
 */
export async function fillLarge(db: Database, start: number): Promise<void> {
  await inOne(db, [
    sql`
    insert into usage_series (subscription_id, api_id, operation, class, user_id)
    with recursive subscriptions(s) as (select cast(0 as bigint) union all select s + 1 from subscriptions where s < 1999),
      uses(k) as (select cast(0 as bigint) union all select k + 1 from uses where k < 5),
      classes(c) as (values ('success'), ('blocked'), ('other'))
    select 'subscription-' || s, 'api-' || ((s * 7 + k * 11) % 60), 'operation', c, 'user-' || (s / 2)
    from subscriptions cross join uses cross join classes`,
    sql`
    insert into usage_hourly_sum
    with recursive hours(h) as (select cast(0 as bigint) union all select h + 1 from hours where h < ${hours - 1}),
      subscriptions(s) as (select cast(0 as bigint) union all select s + 1 from subscriptions where s < 1999),
      uses(k) as (select cast(0 as bigint) union all select k + 1 from uses where k < 5)
    select ${start} + h * ${hourMs}, n.id, ${raw(sumsOf("(10 + (h * 7 + s * 13) % 60)"))}
    from subscriptions cross join hours cross join uses
    join usage_series n on n.subscription_id = 'subscription-' || s and n.api_id = 'api-' || ((s * 7 + k * 11) % 60)
      and n.operation = 'operation' and n.user_id = 'user-' || (s / 2)
      and n.class = case (h + s + k) % 10 when 9 then 'other' when 8 then 'blocked' else 'success' end
    where (h * 31 + s * 17 + k * 13) % 101 < case when s < 50 then 81 when s < 300 then 31 else 5 end
    order by 1, 2`,
    sql`
    insert into usage_minute_sum
    with recursive minutes(m) as (select cast(0 as bigint) union all select m + 1 from minutes where m < 59)
    select hour + m * ${minuteMs}, series_id, ${raw(sumsOf("1"))}
    from usage_hourly_sum cross join minutes where hour >= ${start + (hours - 24) * hourMs} order by 1, 2`,
  ]);
  await totals(db);
}

const batchCalls = 5000;

/** So many calls over the same time, written as applying writes them. */
export async function fillSmall(db: Database, start: number, calls = 1_000_000): Promise<void> {
  const step = Math.floor((hours * hourMs) / calls);
  for (let from = 0; from < calls; from += batchCalls) {
    const records = Array.from({ length: batchCalls }, (_, index) => ({
      seq: from + index,
      call: smallCall(from + index, start + (from + index) * step),
    }));
    await db.transaction((tx) => writeUsage(tx, "journal", records));
  }
  await analyze(db);
}

function smallCall(index: number, at: number): CallRecord {
  // A customer makes twenty calls in three minutes, then others do.
  const turn = Math.floor(index / 20);
  const customer = (turn * 7) % 2000;
  const [subscriptionId, userId] = [`subscription-${customer}`, `user-${customer >> 1}`];
  const often = Math.floor(index / 60) % 10;
  return {
    at,
    requestId: `request-${index}`,
    caller: { kind: "subscription", subscriptionId, userId, productId: `product-${customer % 7}` },
    api: `api-${(index * 11) % 60}`,
    operation: `operation-${(index * 11) % 120}`,
    method: "GET",
    url: "/vin-decoder/1HGCM82633A004352",
    address: `203.0.113.${customer % 250}`,
    credits: 1,
    status: often === 9 ? 404 : often === 8 ? 429 : 200,
    requestBytes: 0,
    responseBytes: 1000,
    apiMicros: 2000,
    serviceMicros: 1000,
  };
}

async function totals(db: Database): Promise<void> {
  const grouped = (table: string, span: string) =>
    raw(`insert into ${table}_total
      select ${span}, api_id, class, cast(sum(calls) as bigint), cast(sum(credits) as bigint),
        cast(sum(bytes) as bigint), 0, 0, cast(sum(api_us_sum) as bigint), min(api_us_min), max(api_us_max),
        cast(sum(service_us_sum) as bigint), min(service_us_min), max(service_us_max)
      from ${table} group by ${span}, api_id, class order by 1, 2, 3`);
  await inOne(db, [grouped("usage_hourly", "hour"), grouped("usage_minute", "minute")]);
  await analyze(db);
}

/** As PostgreSQL does by itself; SQLite knows nothing of what it holds. */
async function analyze(db: Database): Promise<void> {
  if (db.dialect === "postgres") await db.run(sql`analyze`);
}

function sumsOf(calls: string): string {
  return `${calls}, ${calls}, ${calls} * 1000, 0, 0, ${calls} * 2000, 900, 9000, ${calls} * 1000, 400, 5000`;
}

async function inOne(db: Database, statements: readonly Sql[]): Promise<void> {
  const work = async (tx: Pick<Database, "run">) => {
    for (const statement of statements) await tx.run(statement);
  };
  await db.transaction(work, { deadlineMs: 600_000 });
}
