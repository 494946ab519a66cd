import type { Context } from "../../src/calls/context.ts";
import type { Database } from "../../src/database/database.ts";
import { type Sql, sql } from "../../src/database/sql.ts";
import type { Call } from "../../src/http/endpoint.ts";
import { reportEndpoints } from "../../src/management/reports/reports.ts";
import { groupedReportEndpoints } from "../../src/management/reports/reports-by.ts";
import { makeChunkFilter } from "../../src/metering/requests/chunk-filter.ts";
import { chunksStatement } from "../../src/metering/requests/request-log.ts";
import { usageStatement } from "../../src/metering/usage/usage-read.ts";
import { fillCalls } from "../common/calls.ts";
import { type Kind, onDatabase, onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure, median } from "../common/figure.ts";
import { elapsed, longestWait } from "../common/measure.ts";
import { scale, scaled } from "../common/settings.ts";
import { requireIndices } from "./plans.ts";
import { fillRollups, hourMs, hours, reportedCall } from "./rollups.ts";

const rounds = 15;
const start = Date.UTC(2026, 0, 1);
const now = start + hours * hourMs - 1_234_567;
const dayMs = 24 * hourMs;
const logged = scaled(1_000_000, 20_000);
const days90 = { timestamp_ge: new Date(start).toISOString() };

type Query = Record<string, unknown>;

async function report(db: Database, id: string, query: Query): Promise<void> {
  const endpoint = [...reportEndpoints, ...groupedReportEndpoints].find((each) => each.id === id)!;
  const app = { database: db, clock: () => now } as Context;
  const defaults = { page: 1, page_size: 100, granularity: "hour" };
  const call = { caller: { kind: "operator" }, headers: {}, query: { ...defaults, ...query } };
  await endpoint.handle(app, call as Call);
}

async function time(db: Database, id: string, query: Query = {}): Promise<number> {
  await report(db, id, query);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await elapsed(() => report(db, id, query)));
  return median(times);
}

const fillLog = (db: Database): Promise<void> =>
  fillCalls(db, logged, (index) =>
    reportedCall(index, start + index * Math.floor((hours * hourMs) / logged)),
  );

/** The statements of reports, with those of the request log if it has one. */
async function statements(db: Database, log: boolean): Promise<Sql[]> {
  const range = { from: now - 7 * dayMs, to: now };
  const scopes = [
    { userIds: [] },
    { userIds: ["user-7"] },
    { userIds: [], subscriptionId: "subscription-7" },
  ];
  const chunks = await Promise.all(scopes.map((scope) => makeChunkFilter(db, scope, range)));
  return scopes.flatMap((scope, index) => [
    usageStatement(scope, { unit: "hour", ...range }, "api"),
    usageStatement(scope, { unit: "hour", ...range }, "start"),
    usageStatement(scope, { unit: "minute", from: now - hourMs, to: now }, "calls"),
    ...(log ? [chunksStatement(chunks[index]!, range.from, now)] : []),
  ]);
}

const reports: readonly (readonly [name: string, id: string, query: Query])[] = [
  ["byApi, 7 days", "reportByApi", {}],
  ["byUser, 7 days", "reportByUser", {}],
  ["timeseries, 7 days by hour", "reportTimeseries", {}],
  ["byApi, 7 days, one user", "reportByApi", { user_id: "user-7" }],
  ["timeseries, 7 days by hour, one subscription", "reportTimeseries", { subscriptionId: "subscription-7" }],
  ["byApi, 90 days", "reportByApi", days90],
  ["timeseries, 90 days by day", "reportTimeseries", { ...days90, granularity: "day" }],
];

async function measured(db: Database): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const [name, id, query] of reports) times[name] = await time(db, id, query);
  const tenReports = () => Promise.all(Array.from({ length: 10 }, () => report(db, "reportByApi", days90)));
  times["longest wait of others during ten 90-day reports"] = (await longestWait(tenReports)).longest;
  return times;
}

/** Searches for what many calls have, what few have, and what none has. */
const searches: readonly (readonly [name: string, query: Query])[] = [
  ["one user", { user_id: "user-7" }],
  ["one subscription", { subscription_id: "subscription-7" }],
  ["one product", { product_id: "product-3" }],
  ["one API", { api_id: "api-11" }],
  ["one operation", { operation: "operation-77" }],
  ["status 404", { response_code: "404" }],
  ["statuses 4xx", { response_code: "4xx" }],
  ["a status that no call has", { response_code: "503" }],
  ["one address", { ip_address: "203.0.113.7" }],
  ["an address that no call has", { ip_address: "198.51.100.1" }],
  [
    "one subscription's 4xx from one address",
    { subscription_id: "subscription-7", response_code: "4xx", ip_address: "203.0.113.7" },
  ],
];

async function searchFigures(db: Database): Promise<Figure[]> {
  const note = `90 days, ${logged / 1e6} million calls in the log`;
  const figures: Figure[] = [];
  for (const [name, query] of searches) {
    const ms = await time(db, "reportByRequest", { ...days90, ...query });
    figures.push(figure(`byRequest, ${name}, ${db.dialect}`, ms, "ms", note));
  }
  return figures;
}

async function logFigures(db: Database): Promise<Figure[]> {
  const figures: Figure[] = [];
  const last = logged / 100;
  for (const page of [1, last - 1]) {
    const name = `byRequest, page ${count(page)} of ${count(last)}, ${db.dialect}`;
    const ms = await time(db, "reportByRequest", { ...days90, page });
    figures.push(figure(name, ms, "ms", `${logged / 1e6} million calls in the log`));
  }
  return [...figures, ...(await searchFigures(db))];
}

/** The rollups of 100 million calls: reports by name, in ms, and the number of calls. */
function measureLarge(kind: Kind) {
  return onDatabase(kind, async (db) => {
    await fillRollups(db, start);
    if (scale >= 1) await requireIndices(db, await statements(db, false));
    const row = await db.get<{ calls: number }>(
      sql`select cast(sum(calls) as bigint) as calls from usage_hourly_total`,
    );
    return { calls: row!.calls, times: await measured(db) };
  });
}

/** Reports over the rollups of 100 million calls, and over a million calls with their log. */
export function benchReports(): Promise<Figure[]> {
  return onEachDatabase(async (db, _, kind) => {
    const { calls, times } = await measureLarge(kind);
    await fillLog(db);
    if (scale >= 1) await requireIndices(db, await statements(db, true));
    const small = await measured(db);
    const note = (name: string) =>
      `${Math.round(calls / 1e6)} million calls; ${small[name]!.toFixed(1)} ms over ${logged / 1e6} million`;
    return [
      ...Object.entries(times).map(([name, ms]) => figure(`${name}, ${db.dialect}`, ms, "ms", note(name))),
      ...(await logFigures(db)),
    ];
  });
}

/** The searches alone: `BENCH_SCALE=10` over ten million calls, which takes minutes to fill. */
export function benchSearches(): Promise<Figure[]> {
  return onEachDatabase(async (db) => {
    await fillLog(db);
    return searchFigures(db);
  });
}
