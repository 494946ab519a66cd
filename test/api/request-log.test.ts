import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sql } from "../../src/database/sql.ts";
import type { LoggedCall } from "../../src/metering/requests/chunk-codec.ts";
import { blankAddresses } from "../../src/metering/requests/request-addresses.ts";
import { readRequests, seekRequests } from "../../src/metering/requests/request-log.ts";
import { purgeRequestLog } from "../../src/metering/requests/request-purge.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import { kinds, startService, type TestService, testStart } from "../harness.ts";
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
        // If calls have the same time, the one with the higher seq comes first.
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
