import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { raw, sql } from "../../src/database/sql.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import type { LoggedCall } from "../../src/metering/requests/chunk-codec.ts";
import { blankAddresses } from "../../src/metering/requests/request-addresses.ts";
import { readRequests, seekRequests } from "../../src/metering/requests/request-log.ts";
import { purgeRequestLog } from "../../src/metering/requests/request-purge.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import { kinds, startService, type TestService, testStart } from "../harness.ts";
import { until } from "../until.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const minute = 60_000;
const day = 86_400_000;
const ada = { userId: "ada", subscriptionId: "s1" };
const bob = { userId: "bob", subscriptionId: "s2" };

// Texts that JSON must escape, and numbers that need more than 32 bits.
const anyCall: fc.Arbitrary<CallRecord> = fc
  .record({
    at: fc.integer({ min: 0, max: 3 * minute }).map((at) => testStart + at),
    account: fc.constantFrom(ada, bob, { userId: "bob", subscriptionId: "s1" }),
    requestId: fc.string({ maxLength: 5 }).filter((text) => !text.includes("\0")),
    url: fc.string({ unit: "grapheme", maxLength: 9 }).filter((text) => !text.includes("\0")),
    address: fc.constantFrom("::1", "203.0.113.9", 'a "name"'),
    api: fc.constantFrom("lien", "oil-lookup"),
    method: fc.constantFrom("GET", "HEAD"),
    status: fc.constantFrom(200, 404, 503),
    credits: fc.integer({ min: 0, max: 3 }),
    errorCode: fc.constantFrom(undefined, "validation_error", "record_not_found"),
    key: fc.constantFrom(undefined, "primary" as const, "secondary" as const),
    source: fc.constantFrom(undefined, "vpic-packaged 2026-03", 'a "source"'),
    cache: fc.constantFrom("hit" as const, "miss" as const, "none" as const),
    requestBytes: fc.integer({ min: 0, max: 2 ** 40 }),
    responseBytes: fc.integer({ min: 0, max: 2 ** 40 }),
    apiMicros: fc.integer({ min: 0, max: 2 ** 33 }),
    serviceMicros: fc.integer({ min: 0, max: 2 ** 33 }),
  })
  .map(({ at, account, ...more }) => callOf(account, at, more));

const rowOf = (call: CallRecord) => ({
  at: call.at,
  request_id: call.requestId,
  subscription_id: call.caller.subscriptionId,
  user_id: call.caller.userId,
  product_id: call.caller.productId,
  api_id: call.api,
  operation: call.operation,
  method: call.method,
  url: call.url,
  ip_address: call.address,
  status: call.status,
  credits: call.credits,
  error_code: call.errorCode ?? null,
  key_slot: call.key ?? null,
  data_source: call.source ?? null,
  request_size: call.requestBytes,
  response_size: call.responseBytes,
  cache: call.cache ?? "none",
  api_us: call.apiMicros,
  service_us: call.serviceMicros,
});

/** A logged call as it was recorded. */
function recordOf({ journalId, seq, caller, labels, ...rest }: LoggedCall): CallRecord {
  const { subscriptionId, userId } = caller;
  const { productId, errorCode, key, source, ...more } = labels;
  return {
    ...rest,
    ...more,
    caller: { kind: "subscription", subscriptionId, userId, productId },
    errorCode: errorCode ?? undefined,
    key: key ?? undefined,
    source: source ?? undefined,
  };
}

async function empty(service: TestService): Promise<void> {
  for (const table of [
    "usage_hourly_sum",
    "usage_hourly_total",
    "usage_minute_sum",
    "usage_minute_total",
    "request_chunk",
  ])
    await service.app.database.run({ parts: [`delete from ${table}`], values: [] });
}

/** One page as the report reads it. */
async function page(
  service: TestService,
  userIds: string[],
  from: number,
  to: number,
  skip: number,
  size: number,
) {
  const { total, cursor } = await seekRequests(service.app.database, { userIds }, { from, to }, skip);
  const logged = cursor ? await readRequests(service.app.database, { userIds }, from, cursor, size) : [];
  return { total, calls: logged.map(recordOf) };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the request log on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("reports and the view read what was written", async () => {
      const property = fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 90 }), async (calls) => {
        await empty(service);
        await recordCalls(service, calls);
        const columns = sql`at, request_id, subscription_id, user_id, product_id, api_id, operation, method, url,
          ip_address, status, credits, error_code, key_slot, data_source, request_size, response_size, cache,
          api_us, service_us`;
        const viewed = await service.app.database.all(sql`select ${columns} from request_log order by seq`);
        expect(viewed).toEqual(calls.map(rowOf));
        const { total, calls: read } = await page(service, [], 0, testStart + day, 0, 1000);
        expect(total).toBe(calls.length);
        // Of calls at the same time, the one with the higher seq comes first.
        const sorted = calls
          .map((call, seq) => ({ call, seq }))
          .sort((a, b) => b.call.at - a.call.at || b.seq - a.seq);
        expect(read.map(rowOf)).toEqual(sorted.map(({ call }) => rowOf(call)));
      });
      await fc.assert(property, { numRuns: kind.dialect === "sqlite" ? 40 : 8 });
    });

    test("pages of a busy minute are found without reading all of it", async () => {
      await empty(service);
      const calls = Array.from({ length: 12_000 }, (_, index) =>
        callOf(index % 3 === 0 ? bob : ada, testStart + 2 * index, { requestId: String(index) }),
      );
      // Two nodes, each with half of the calls.
      await recordCalls(
        service,
        calls.filter((_, index) => index % 2 === 0),
      );
      await recordCalls(
        service,
        calls.filter((_, index) => index % 2 === 1),
      );
      const [from, to] = [testStart + 100, testStart + 23_001];
      for (const userIds of [[], ["bob"]]) {
        const expected = calls
          .filter(
            ({ at, caller }) => at >= from && at < to && (userIds.length === 0 || caller.userId === "bob"),
          )
          .reverse();
        for (const skip of [0, 1999, 2000, 3333, expected.length - 5, expected.length]) {
          const { total, calls: read } = await page(service, userIds, from, to, skip, 10);
          expect(total).toBe(expected.length);
          expect(read.map((call) => call.requestId)).toEqual(
            expected.slice(skip, skip + 10).map((call) => call.requestId),
          );
        }
      }
      const { cursor } = await seekRequests(service.app.database, { userIds: [] }, { from, to }, 9000);
      expect(cursor?.skip).toBeLessThan(500);
    });

    test("only one user's addresses are removed from chunks of several", async () => {
      await empty(service);
      const calls = Array.from({ length: 900 }, (_, index) =>
        callOf(index % 2 ? ada : bob, testStart + index * 40_000, { address: `203.0.113.${index % 3}` }),
      );
      await recordCalls(service, calls);
      await blankAddresses(service.app.database, "ada");
      await blankAddresses(service.app.database, "ada");
      const rows = await service.app.database.all(
        sql`select user_id, ip_address, count(*) as calls from request_log group by user_id, ip_address order by 1, 2`,
      );
      expect(rows).toEqual([
        { user_id: "ada", ip_address: "", calls: 450 },
        ...[0, 1, 2].map((last) => ({ user_id: "bob", ip_address: `203.0.113.${last}`, calls: 150 })),
      ]);
      const { calls: shown } = await page(service, ["ada"], 0, testStart + 9 * day, 0, 2);
      expect(shown.map((call) => [call.at, call.address])).toEqual([
        [calls[899]!.at, ""],
        [calls[897]!.at, ""],
      ]);
    });

    test("a purge removes the oldest chunks first", async () => {
      await empty(service);
      const db = service.app.database;
      const old = Array.from({ length: 1700 }, (_, index) =>
        callOf(ada, testStart - 40 * day + index * minute),
      );
      await recordCalls(service, [...old, callOf(ada, testStart)]);
      expect(await purgeRequestLog(db, testStart, { days: 30, rowsMax: undefined })).toBe(1700);
      for (const table of [sql`request_log`, sql`usage_minute`, sql`usage_minute_total`])
        expect(await db.get(sql`select count(*) as count from ${table}`)).toEqual({ count: 1 });
    });
  });

describe.skipIf(kinds[1]!.missing)("the request log's days on postgres", () => {
  test("are created in advance and dropped whole", async () => {
    const service = await startService(kinds[1]!);
    const db = service.app.database;
    const limits = { days: 30, rowsMax: undefined };
    const days = async () => {
      const rows = await db.all<{ name: string }>(sql`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'request_chunk'::regclass order by 1`);
      return rows.map(({ name }) => name.replace("request_chunk_", ""));
    };
    // One day's calls came before its partition was created.
    await recordCalls(service, [callOf(ada, testStart + day)]);
    await purgeRequestLog(db, testStart, limits);
    const date = (after: number) =>
      new Date(testStart + after * day).toISOString().slice(0, 10).replaceAll("-", "");
    expect(await days()).toEqual([date(0), date(2), date(3), "other"]);
    await recordCalls(service, [
      callOf(ada, testStart),
      callOf(bob, testStart + 2),
      callOf(ada, testStart + 2 * day),
    ]);
    const held = await db.all(
      sql`select tableoid::regclass::text as part, calls from request_chunk order by last_at`,
    );
    expect(held.map((row) => (row as { part: string }).part.replace("request_chunk_", ""))).toEqual([
      date(0),
      date(0),
      "other",
      date(2),
    ]);
    const packed = await db.get(sql`
      select count(*) as parts, count(distinct attcompression) as ways from pg_attribute
      where attname = 'entries' and attrelid in (select inhrelid from pg_inherits
        where inhparent = 'request_chunk'::regclass)`);
    expect(packed).toEqual({ parts: 4, ways: 1 });
    // Nodes work at the same time: each leaves to another what that one is working on.
    const later = testStart + 32 * day;
    const removed = await Promise.all([1, 2].map(() => purgeRequestLog(db, later, limits)));
    expect(removed[0]! + removed[1]!).toBe(3);
    expect(await purgeRequestLog(db, later, limits)).toBe(0);
    expect(await days()).toEqual([date(2), date(3), ...[32, 33, 34, 35].map(date), "other"]);
    expect(await db.get(sql`select count(*) as count from request_log`)).toEqual({ count: 1 });
    await service.end();
  });

  test("can be created while calls are written", async () => {
    const service = await startService(kinds[1]!);
    const db = service.app.database;
    const [attached, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [from, to] = [Date.UTC(2030, 0, 1), Date.UTC(2030, 0, 2)];
    const attaching = db.transaction(async (tx) => {
      await tx.run(raw("create table request_chunk_20300101 (like request_chunk including all)"));
      await tx.run(
        raw(
          `alter table request_chunk attach partition request_chunk_20300101 for values from (${from}) to (${to})`,
        ),
      );
      attached.resolve();
      await waited.promise;
    });
    await attached.promise;
    // It does not know the new day yet, waits for the default partition, and then cannot write there.
    const records = [{ seq: 1, call: callOf(ada, from + 1) }];
    const writing = db.transaction((tx) => writeUsage(tx, "journal", records), { repeatable: true });
    const waiting = sql`select 1 as one from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await until(() => db.get(waiting), "the write waits for the partition");
    waited.resolve();
    await Promise.all([writing, attaching]);
    const held = await db.all(sql`select tableoid::regclass::text as part from request_chunk`);
    expect(held).toEqual([{ part: "request_chunk_20300101" }]);
    await service.end();
  });

  test("are locked after the whole log", async () => {
    const service = await startService(kinds[1]!);
    const db = service.app.database;
    const limits = { days: 30, rowsMax: undefined };
    await purgeRequestLog(db, testStart, limits);
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = db.transaction(async (tx) => {
      await tx.run(sql`lock table only request_chunk in access share mode`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const waiting = sql`
      select (select count(*) from pg_locks own where own.pid = waiting.pid and own.granted
        and own.mode = 'AccessExclusiveLock') as held
      from pg_locks waiting where not granted and relation = 'request_chunk'::regclass`;
    let seen: unknown;
    // A purge gives up after 200 ms, which a slow machine may not see.
    const purging = (async () => {
      while (!seen) await purgeRequestLog(db, testStart + 40 * day, limits);
    })();
    await until(async () => (seen = await db.get(waiting)), "a purge waits for the log");
    expect(seen).toEqual({ held: 0 });
    release.resolve();
    await Promise.all([reading, purging]);
    await service.end();
  });

  test("do not wait long for locks", async () => {
    const service = await startService(kinds[1]!);
    const db = service.app.database;
    await purgeRequestLog(db, testStart, { days: 30, rowsMax: undefined });
    await recordCalls(service, [callOf(ada, testStart)]);
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const reading = db.transaction(async (tx) => {
      await tx.all(sql`select * from request_chunk`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    // The day cannot be dropped now; its calls are deleted one by one.
    expect(await purgeRequestLog(db, testStart + 40 * day, { days: 30, rowsMax: undefined })).toBe(1);
    release.resolve();
    await reading;
    await service.end();
  });
});
