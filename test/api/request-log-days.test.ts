import { describe, expect, test } from "bun:test";
import { raw, sql } from "../../src/database/sql.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { purgeRequestLog } from "../../src/metering/requests/request-purge.ts";
import { kinds, startService, testStart } from "../harness.ts";
import { until } from "../until.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const day = 86_400_000;
const ada = { userId: "ada", subscriptionId: "s1" };
const bob = { userId: "bob", subscriptionId: "s2" };

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
    // It has not read the new day yet, waits for the default partition, and then cannot write there.
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
    // A purge gives up after 200 ms, which a slow machine may skip.
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
