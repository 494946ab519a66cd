import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database, Queries } from "../../src/database/database.ts";
import { type Sql, sql } from "../../src/database/sql.ts";
import { type ChunkFilter, chunkConditions } from "../../src/metering/requests/chunk-filter.ts";
import { chunksStatement } from "../../src/metering/requests/request-log.ts";
import { type UsageScope, usageStatement } from "../../src/metering/usage/usage-read.ts";
import { kinds, startService, type TestService, testStart } from "../harness.ts";

const hour = 3_600_000;
const span = { from: testStart - 24 * hour, to: testStart };

const scopes: readonly UsageScope[] = [
  { userIds: [] },
  { userIds: ["u"] },
  { userIds: [], subscriptionId: "s" },
  { userIds: ["u"], subscriptionId: "s" },
];

/** Filters for all calls, for a user, and for a subscription that had two users. */
const filters: readonly ChunkFilter[] = [
  [],
  [sql`shard = ${1}`, sql`callers like ${"%u%"} escape '!'`],
  [sql`shard in (${1}, ${2})`, sql`callers like ${"%s%"} escape '!'`],
].map((conditions) => ({ all: conditions.length === 0, conditions, includes: () => true }));

const statements: readonly Sql[] = [
  ...scopes.flatMap((scope) => [
    usageStatement(scope, { unit: "hour", ...span }, "api"),
    usageStatement(scope, { unit: "minute", ...span }, "start"),
    usageStatement(scope, { unit: "hour", ...span }, "calls"),
  ]),
  usageStatement({ userIds: [] }, { unit: "hour", ...span }, "user"),
  usageStatement({ userIds: [] }, { unit: "minute", ...span }, "subscription"),
  ...filters.flatMap((filter) => [
    chunksStatement(filter, span.from, span.to),
    sql`select callers from request_chunk where ${chunkConditions(filter, span.from, span.to)}`,
  ]),
  sql`select (select min(hour) from usage_hourly_total) as first, (select max(hour) from usage_hourly_total) as last`,
  sql`select min(last_at) as first from request_chunk`,
  sql`delete from request_chunk where last_at <= ${span.from} returning calls`,
  sql`delete from usage_minute_sum where minute <= ${span.from}`,
  sql`delete from usage_minute_total where minute <= ${span.from}`,
  ...[sql`at >= 0`, sql`actor = 'x'`, sql`action = 'x'`, sql`object = 'x'`].map(
    (where) =>
      sql`select * from audit_log where ${where} and at <= ${span.to} order by at desc, id desc limit 100`,
  ),
];

/** On PostgreSQL within a transaction of settings; SQLite keeps an explanation open, which no transaction may. */
function explaining(db: Database, settings: Sql, work: (queries: Queries) => Promise<void>): Promise<void> {
  if (db.dialect === "sqlite") return work(db);
  return db.transaction(async (tx) => {
    await tx.run(settings);
    await work(tx);
  });
}

async function planOf(tx: Queries, dialect: string, statement: Sql): Promise<string> {
  const explain = dialect === "sqlite" ? sql`explain query plan ${statement}` : sql`explain ${statement}`;
  const rows = await tx.all<Record<string, unknown>>(explain);
  return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
}

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`query plans of reports on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("no report, list or purge scans a whole table", async () => {
      // An empty table is scanned despite its indexes; this setting makes the planner prefer one.
      const settings = sql`set local enable_seqscan = off`;
      await explaining(service.app.database, settings, async (tx) => {
        for (const statement of statements) {
          const plan = await planOf(tx, kind.dialect, statement);
          expect(plan.length).toBeGreaterThan(0);
          // The numbered sums, and the parts of two tables, are read whole; no table is.
          expect(plan).not.toMatch(/Seq Scan|\bSCAN (?!CONSTANT|sums\b|parts\b)/);
        }
      });
    });

    test("request log and audit log are read in index order", async () => {
      const settings = sql`
        select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`;
      await explaining(service.app.database, settings, async (tx) => {
        for (const statement of [
          ...filters.slice(0, 2).map((filter) => chunksStatement(filter, span.from, span.to)),
          sql`select * from audit_log where object = 'x' order by at desc, id desc limit 100`,
        ])
          expect(await planOf(tx, kind.dialect, statement)).not.toMatch(/Sort|TEMP B-TREE/);
      });
    });
  });
}
