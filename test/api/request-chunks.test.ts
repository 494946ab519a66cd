import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Database } from "../../src/database/database.ts";
import { name, sql } from "../../src/database/sql.ts";
import type { LogScope } from "../../src/metering/requests/chunk-filter.ts";
import { blankAddresses } from "../../src/metering/requests/request-addresses.ts";
import { readRequests, seekRequests } from "../../src/metering/requests/request-log.ts";
import type { CallRecord } from "../../src/metering/usage/usage.ts";
import { kinds, startService, type TestService, testStart } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const minute = 60_000;
const hour = 60 * minute;

// All of one shard, and alike if they are compared as patterns or as JSON.
const userIds = ["ada", "Xada", "xada", "%ada", "_ada", '"ada', "\\ada", '","ada'];
const subscriptionIds = ["s1", "S1", "s%", "s_", '"s1', '["s1', "s\\"];

const anyCall: fc.Arbitrary<CallRecord> = fc
  .record({
    at: fc.nat(5 * hour),
    userId: fc.constantFrom(...userIds),
    subscriptionId: fc.constantFrom(...subscriptionIds),
    status: fc.constantFrom(200, 404),
    credits: fc.nat(3),
  })
  .map(({ at, userId, subscriptionId, ...more }) =>
    callOf({ userId, subscriptionId }, testStart + at, { requestId: crypto.randomUUID(), ...more }),
  );

/** One call of every user with every subscription, all in one chunk. */
const everyPair = userIds.flatMap((userId) =>
  subscriptionIds.map((subscriptionId) =>
    callOf({ userId, subscriptionId }, testStart + 2 * hour, { requestId: crypto.randomUUID() }),
  ),
);

const scopes: readonly LogScope[] = [
  { userIds: [] },
  ...userIds.map((id) => ({ userIds: [id] })),
  ...subscriptionIds.map((subscriptionId) => ({ userIds: [], subscriptionId })),
  { userIds: ["ada"], subscriptionId: "s1" },
  { userIds: ["ada", "Xada"] },
];

const isIn =
  ({ userIds: users, subscriptionId }: LogScope) =>
  ({ caller }: CallRecord) =>
    users.every((id) => id === caller.userId) &&
    (subscriptionId === undefined || subscriptionId === caller.subscriptionId);

async function pageOf(db: Database, scope: LogScope, window: { from: number; to: number }, skip: number) {
  const { total, cursor } = await seekRequests(db, scope, window, skip);
  const calls = cursor ? await readRequests(db, scope, window.from, cursor, 7) : [];
  return { total, ids: calls.map((call) => call.requestId) };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`chunks of many subscriptions on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("each user and subscription has its own calls, even with similar ids", async () => {
      const db = service.app.database;
      const property = fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 90 }), async (calls) => {
        for (const table of [
          "usage_hourly_sum",
          "usage_hourly_total",
          "usage_minute_sum",
          "usage_minute_total",
        ])
          await db.run(sql`delete from ${name(table)}`);
        await db.run(sql`delete from request_chunk`);
        await recordCalls(service, calls);
        const window = { from: testStart + 90_001, to: testStart + 4 * hour + 1 };
        const sorted = calls
          .map((call, seq) => ({ call, seq }))
          .filter(({ call }) => call.at >= window.from && call.at < window.to)
          .sort((a, b) => b.call.at - a.call.at || b.seq - a.seq)
          .map(({ call }) => call);
        for (const scope of scopes) {
          const own = sorted.filter(isIn(scope)).map((call) => call.requestId);
          for (const skip of [0, 5])
            expect({ scope, ...(await pageOf(db, scope, window, skip)) }).toEqual({
              scope,
              total: own.length,
              ids: own.slice(skip, skip + 7),
            });
        }
      });
      const numRuns = kind.dialect === "sqlite" ? 25 : 4;
      await fc.assert(property, { numRuns, examples: [[everyPair]] });
    });

    test("deleting an account removes its addresses alone from a chunk", async () => {
      const db = service.app.database;
      await db.run(sql`delete from request_chunk`);
      await recordCalls(
        service,
        userIds.map((userId) => callOf({ userId, subscriptionId: "s1" }, testStart, { address: "::1" })),
      );
      expect(await db.all(sql`select calls from request_chunk`)).toEqual([{ calls: userIds.length }]);
      await blankAddresses(db, "Xada");
      const rows = await db.all<{ user_id: string }>(
        sql`select user_id, ip_address from request_log order by seq`,
      );
      expect(rows).toEqual(
        userIds.map((user_id) => ({ user_id, ip_address: user_id === "Xada" ? "" : "::1" })),
      );
    });
  });
