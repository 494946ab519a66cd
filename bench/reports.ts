import { parseArgs } from "node:util";
import type { Context } from "../src/calls/context.ts";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { migrations } from "../src/database/migrations.ts";
import { type Sql, sql } from "../src/database/sql.ts";
import type { Call } from "../src/http/endpoint.ts";
import { reportEndpoints } from "../src/management/reports/reports.ts";
import { groupedReportEndpoints } from "../src/management/reports/reports-by.ts";
import { runScope } from "../src/metering/requests/chunk-filter.ts";
import { runsStatement } from "../src/metering/requests/request-log.ts";
import { usageStatement } from "../src/metering/usage/usage-read.ts";
import { kinds } from "../test/database/databases.ts";
import { type Figure, median, table } from "./figure.ts";
import { longestWait } from "./longest-wait.ts";
import { fillLarge, fillSmall, hourMs, hours } from "./reports-fill.ts";

const rounds = 15;
const start = Date.UTC(2026, 0, 1);
const now = start + hours * hourMs - 1_234_567;
const dayMs = 24 * hourMs;

type Query = Record<string, unknown>;

function report(db: Database, id: string, query: Query): Promise<{ body: string }> {
  const endpoint = [...reportEndpoints, ...groupedReportEndpoints].find((each) => each.id === id);
  const app = { database: db, clock: () => now } as Context;
  const call = {
    caller: { kind: "operator" },
    headers: {},
    query: { page: 1, page_size: 100, granularity: "hour", ...query },
  } as Call;
  return endpoint!.handle(app, call) as unknown as Promise<{ body: string }>;
}

async function time(db: Database, id: string, query: Query = {}): Promise<number> {
  await report(db, id, query);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await report(db, id, query);
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Throws where a report's statement reads a table from end to end. */
async function requireIndices(db: Database, log: boolean): Promise<void> {
  const span = { from: now - 7 * dayMs, to: now };
  const scopes = [
    { userIds: [] },
    { userIds: ["user-7"] },
    { userIds: [], subscriptionId: "subscription-7" },
  ];
  const runs = await Promise.all(scopes.map((scope) => runScope(db, scope, span)));
  const statements: Sql[] = scopes.flatMap((scope, index) => [
    usageStatement(scope, { unit: "hour", ...span }, "api"),
    usageStatement(scope, { unit: "hour", ...span }, "start"),
    usageStatement(scope, { unit: "minute", from: now - hourMs, to: now }, "calls"),
    ...(log ? [runsStatement(runs[index]!, span.from, now)] : []),
  ]);
  for (const statement of statements) {
    const explain =
      db.dialect === "sqlite" ? sql`explain query plan ${statement}` : sql`explain ${statement}`;
    const plan = JSON.stringify(await db.all(explain));
    if (/Seq Scan|SCAN /.test(plan)) throw new Error(`a report scans a table: ${plan}`);
  }
}

async function measured(db: Database): Promise<Record<string, number>> {
  const days90 = { timestamp_ge: new Date(start).toISOString() };
  return {
    "byApi, 7 days": await time(db, "reportByApi"),
    "byUser, 7 days": await time(db, "reportByUser"),
    "timeseries, 7 days by hour": await time(db, "reportTimeseries"),
    "byApi, 7 days, one user": await time(db, "reportByApi", { user_id: "user-7" }),
    "timeseries, 7 days by hour, one subscription": await time(db, "reportTimeseries", {
      subscriptionId: "subscription-7",
    }),
    "byApi, 90 days": await time(db, "reportByApi", days90),
    "timeseries, 90 days by day": await time(db, "reportTimeseries", { ...days90, granularity: "day" }),
    "longest wait of others during ten 90-day reports at once": (
      await longestWait(() =>
        Promise.all(Array.from({ length: 10 }, () => report(db, "reportByApi", days90))),
      )
    ).longest,
  };
}

/** What single calls are searched for: what many have, what few have, and what none has. */
const searches: readonly (readonly [string, Query])[] = [
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

async function searchFigures(db: Database, calls: number): Promise<Figure[]> {
  const days90 = { timestamp_ge: new Date(start).toISOString() };
  const figures: Figure[] = [];
  for (const [name, query] of searches)
    figures.push({
      name: `byRequest, ${name}, ${db.dialect}`,
      value: await time(db, "reportByRequest", { ...days90, ...query }),
      unit: "ms",
      note: `90 days, ${calls / 1e6} million calls in the log`,
    });
  return figures;
}

/** Measures reports over the roll-ups of 100 million calls and of one million, on both databases. */
export async function benchReports(dialects = ["sqlite", "postgres"]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds.filter((each) => !each.missing && dialects.includes(each.dialect))) {
    const [small, large] = [await kind.fresh(), await kind.fresh()];
    const [few, many] = [await small.open(), await large.open()];
    await migrate(few, migrations);
    await migrate(many, migrations);
    await fillSmall(few, start);
    await fillLarge(many, start);
    await requireIndices(few, true);
    await requireIndices(many, false);
    const calls = await many.get<{ calls: number }>(
      sql`select cast(sum(calls) as bigint) as calls from usage_hourly_total`,
    );
    const overFew = await measured(few);
    for (const [name, value] of Object.entries(await measured(many)))
      figures.push({
        name: `${name}, ${kind.dialect}`,
        value,
        unit: "ms",
        note: `${Math.round((calls?.calls ?? 0) / 1e6)} million calls; ${overFew[name]!.toFixed(1)} ms over 1 million`,
      });
    const days90 = { timestamp_ge: new Date(start).toISOString() };
    for (const page of [1, 9_999])
      figures.push({
        name: `byRequest, page ${page.toLocaleString("en")} of 10,000, ${kind.dialect}`,
        value: await time(few, "reportByRequest", { ...days90, page }),
        unit: "ms",
        note: "1 million calls in the log",
      });
    figures.push(...(await searchFigures(few, 1_000_000)));
    await small.end();
    await large.end();
  }
  return figures;
}

/** The searches of single calls alone; ten million take minutes to fill in. */
export async function benchSearches(dialects: readonly string[], calls: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds.filter((each) => !each.missing && dialects.includes(each.dialect))) {
    const fresh = await kind.fresh();
    const db = await fresh.open();
    await migrate(db, migrations);
    await fillSmall(db, start, calls);
    figures.push(...(await searchFigures(db, calls)));
    await fresh.end();
  }
  return figures;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      searches: { type: "boolean", default: false },
      calls: { type: "string", default: "10000000" },
    },
    allowPositionals: true,
  });
  const dialects = positionals.length > 0 ? positionals : ["sqlite", "postgres"];
  const figures = values.searches ? benchSearches(dialects, Number(values.calls)) : benchReports(dialects);
  console.log(table(await figures));
  process.exit(0);
}
