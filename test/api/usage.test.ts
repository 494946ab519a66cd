import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { name, sql } from "../../src/database/sql.ts";
import { seekRequests } from "../../src/metering/requests/request-log.ts";
import { purgeRequestLog } from "../../src/metering/requests/request-purge.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import { aggregateUsage, usageClass } from "../../src/metering/usage/usage-aggregate.ts";
import { SeriesNumbers } from "../../src/metering/usage/usage-series.ts";
import { writeRollUps } from "../../src/metering/usage/usage-write.ts";
import { kinds, startService, type TestService, testStart } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const apis = ["lien", "oil-lookup", "vin-decoder"];
const accounts = [
  { userId: "ada", subscriptionId: "s1" },
  { userId: "ada", subscriptionId: "s2" },
  { userId: "bob", subscriptionId: "s3" },
  // The second subscription before its owner changed.
  { userId: "bob", subscriptionId: "s2" },
];

// Most times are near whole minutes and hours, where rollups can fail.
const moments = fc
  .tuple(
    fc.constantFrom(0, 1, 2, 25, 50),
    fc.constantFrom(0, 1, 30, 59),
    fc.constantFrom(0, 1, 59_999, 31_234),
  )
  .map(([hours, minutes, rest]) => testStart - 48 * hour + hours * hour + minutes * minute + rest);

const anyCall = fc
  .record({
    at: moments,
    account: fc.constantFrom(...accounts),
    api: fc.constantFrom(...apis),
    status: fc.constantFrom(200, 304, 401, 402, 404, 409, 422, 429, 500, 503),
    credits: fc.integer({ min: 0, max: 9 }),
    responseBytes: fc.integer({ min: 0, max: 99_999 }),
    apiMicros: fc.integer({ min: 0, max: 99_999 }),
    cache: fc.constantFrom("hit" as const, "miss" as const, "none" as const),
  })
  .map(({ at, account, ...more }) => callOf(account, at, more));

const anyQuestion = fc.record({
  ends: fc.tuple(moments, moments).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
  user: fc.option(fc.constantFrom("ada", "bob", "nobody"), { nil: undefined }),
  subscription: fc.option(fc.constantFrom("s1", "s2", "s3"), { nil: undefined }),
  granularity: fc.constantFrom("minute", "hour", "day", "week", "month"),
  pageSize: fc.integer({ min: 1, max: 7 }),
});

type Question = typeof anyQuestion extends fc.Arbitrary<infer Q> ? Q : never;

const iso = (at: number) => new Date(at).toISOString();
const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0);

interface Report {
  readonly total: number;
  readonly items: readonly Record<string, unknown>[];
  readonly buckets: readonly Record<string, unknown>[];
}

async function get(service: TestService, path: string, query: Record<string, string | undefined>) {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const got = await service.ask("GET", `${path}?${new URLSearchParams(given)}`, {
    headers: service.operatorHeaders,
  });
  if (got.status !== 200) throw new Error(`${path} answered ${got.status}: ${got.text}`);
  return got.body as Report;
}

/** Compares all three reports with the plain list of calls. */
async function compare(
  service: TestService,
  calls: readonly CallRecord[],
  question: Question,
): Promise<void> {
  const { user, subscription, granularity, pageSize } = question;
  const [ge, le] = question.ends;
  const ends = { timestamp_ge: iso(ge), timestamp_le: iso(le) };
  const whole = calls.filter(
    ({ at }) => at >= Math.floor(ge / minute) * minute && at < (Math.floor(le / minute) + 1) * minute,
  );

  const scoped = whole.filter(
    ({ caller }) =>
      (user === undefined || caller.userId === user) &&
      (subscription === undefined || caller.subscriptionId === subscription),
  );
  const byApi = await get(service, "/reports/byApi", {
    ...ends,
    user_id: user,
    subscription_id: subscription,
  });
  const expected = apis
    .map((api) => ({ api, of: scoped.filter((call) => call.api === api) }))
    .filter(({ of }) => of.length > 0)
    .map(({ api, of }) => ({
      api_id: api,
      call_count_success: of.filter(({ status }) => usageClass(status) === "success").length,
      call_count_total: of.length,
      credits: sum(of, ({ credits }) => credits),
      bandwidth: sum(of, ({ responseBytes }) => responseBytes),
      cache_hit_count: of.filter(({ cache }) => cache === "hit").length,
      cache_miss_count: of.filter(({ cache }) => cache === "miss").length,
      api_time_avg: Math.round(sum(of, ({ apiMicros }) => apiMicros) / of.length) / 1000,
      api_time_min: Math.min(...of.map(({ apiMicros }) => apiMicros)) / 1000,
      api_time_max: Math.max(...of.map(({ apiMicros }) => apiMicros)) / 1000,
    }))
    .sort((a, b) => b.call_count_total - a.call_count_total || (a.api_id < b.api_id ? -1 : 1));
  expect(byApi.items).toEqual(expected.map((each) => expect.objectContaining(each)));

  const ofSubscription = whole.filter(
    ({ caller }) => subscription === undefined || caller.subscriptionId === subscription,
  );
  const series = await get(service, "/reports/timeseries", {
    ...ends,
    granularity,
    subscriptionId: subscription,
  });
  const starts = [
    ...series.buckets.map(({ timestamp }) => Date.parse(String(timestamp))),
    Number.POSITIVE_INFINITY,
  ];
  expect(
    series.buckets.map(({ total, failed, credits, bandwidth }) => [total, failed, credits, bandwidth]),
  ).toEqual(
    starts.slice(0, -1).map((start, index) => {
      const within = ofSubscription.filter(({ at }) => at >= start && at < starts[index + 1]!);
      const failed = within.filter(({ status }) => ["failed", "fault"].includes(usageClass(status))).length;
      return [
        within.length,
        failed,
        sum(within, ({ credits }) => credits),
        sum(within, ({ responseBytes }) => responseBytes),
      ];
    }),
  );

  const logged = calls
    .filter(({ at, caller }) => at >= ge && at <= le && (user === undefined || caller.userId === user))
    .map(({ requestId }) => requestId);
  const seen: string[] = [];
  for (let page = 1; ; page++) {
    const requested = { ...ends, user_id: user, page: String(page), page_size: String(pageSize) };
    const { items, total } = await get(service, "/reports/byRequest", requested);
    expect(total).toBe(logged.length);
    if (items.length === 0) break;
    seen.push(...items.map(({ request_id }) => String(request_id)));
  }
  const atOf = new Map(calls.map(({ requestId, at }) => [requestId, at]));
  expect([...seen].sort()).toEqual([...logged].sort());
  expect(seen.map((id) => atOf.get(id))).toEqual(logged.map((id) => atOf.get(id)).sort((a, b) => b! - a!));
}

async function emptyUsage(service: TestService): Promise<void> {
  for (const table of [
    "usage_hourly_sum",
    "usage_hourly_total",
    "usage_minute_sum",
    "usage_minute_total",
    "request_chunk",
  ])
    await service.app.database.run(sql`delete from ${name(table)}`);
}

const runs = { sqlite: 150, postgres: 6 };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`usage on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("reports agree with a plain list of calls in any time range", async () => {
      const property = fc.asyncProperty(
        fc.array(anyCall, { maxLength: 40 }),
        fc.array(anyQuestion, { minLength: 1, maxLength: 4 }),
        async (made, questions) => {
          const calls = made.map((call, index) => ({ ...call, requestId: `r${index}` }));
          await emptyUsage(service);
          await recordCalls(service, calls);
          for (const question of questions) await compare(service, calls, question);
        },
      );
      await fc.assert(property, { numRuns: runs[kind.dialect] });
    });

    test("applying a batch equals applying its calls one by one", async () => {
      const calls = fc.sample(anyCall, { numRuns: 300, seed: 7 });
      const db = service.app.database;
      const all = async () => [
        await db.all(
          sql`select * from usage_hourly order by subscription_id, hour, api_id, operation, class, user_id`,
        ),
        await db.all(sql`select * from usage_hourly_total order by hour, api_id, class`),
        await db.all(sql`select * from usage_minute_total order by minute, api_id, class`),
      ];
      await emptyUsage(service);
      await recordCalls(service, calls);
      const oneByOne = await all();
      await emptyUsage(service);
      await db.transaction((tx) => writeRollUps(tx, aggregateUsage(calls), new SeriesNumbers()));
      expect(await all()).toEqual(oneByOne);
    });

    test("transactions on the same rows do not deadlock", async () => {
      await emptyUsage(service);
      const calls = fc.sample(anyCall, { numRuns: 100, seed: 11 });
      const batch = (index: number) => (index % 2 === 0 ? calls : [...calls].reverse());
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          service.app.database.transaction((tx) =>
            writeRollUps(tx, aggregateUsage(batch(index)), new SeriesNumbers()),
          ),
        ),
      );
      const row = await service.app.database.get(
        sql`select cast(sum(calls) as bigint) as calls from usage_hourly_total`,
      );
      expect(row).toEqual({ calls: 800 });
    });

    test("old calls are removed, their hours remain", async () => {
      await emptyUsage(service);
      const db = service.app.database;
      const ada = accounts[0]!;
      const early = testStart - 40 * day + 30 * minute + 500;
      const late = testStart - 10 * day + 30 * minute + 500;
      await recordCalls(service, [callOf(ada, early), callOf(ada, early + minute), callOf(ada, late)]);
      expect(await purgeRequestLog(db, testStart, { days: 30, rowsMax: undefined })).toBe(2);
      expect(await purgeRequestLog(db, testStart, { days: 30, rowsMax: undefined })).toBe(0);

      const wide = { timestamp_ge: iso(early + minute), timestamp_le: iso(early + minute) };
      expect(await get(service, "/reports/byApi", wide)).toMatchObject({
        items: [{ call_count_total: 2 }],
        timestamp_ge: "2026-10-12T00:00:00.000Z",
        timestamp_le: "2026-10-12T00:59:59.999Z",
      });
      const log = await get(service, "/reports/byRequest", { timestamp_ge: iso(early) });
      expect(log).toMatchObject({ total: 1, available_from: "2026-10-22T00:00:00.000Z" });
      const minutes = await service.ask(
        "GET",
        `/reports/timeseries?granularity=minute&timestamp_ge=${iso(early)}`,
        {
          headers: service.operatorHeaders,
        },
      );
      expect(minutes.status).toBe(422);
      expect(minutes.text).toContain("minutes are kept since 2026-10-22T00:00:00.000Z");

      const times = Array.from({ length: 30 }, (_, index) => testStart - 30 * minute + index * 1000 * 61);
      await recordCalls(
        service,
        times.map((at) => callOf(ada, at)),
      );
      expect(await purgeRequestLog(db, testStart, { days: 30, rowsMax: 12 })).toBe(19);
      const kept = await get(service, "/reports/byRequest", { timestamp_ge: iso(early) });
      expect([kept.total, kept.items.length]).toEqual([12, 12]);
      expect(await purgeRequestLog(db, testStart, { days: 60, rowsMax: 1_000 })).toBe(0);
      expect(await seekRequests(db, { userIds: [] }, { from: times[20]!, to: testStart }, 3)).toEqual({
        total: 10,
        cursor: expect.anything(),
      });
      const sums = await get(service, "/reports/byApi", {
        timestamp_ge: iso(early),
        timestamp_le: iso(testStart),
      });
      expect(sums.items).toMatchObject([{ call_count_total: 33 }]);
    });
  });
}
