import { afterAll, beforeEach, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { leftBehind } from "../../../../test/metering/left-behind.ts";
import { manualTiming } from "../../../../test/metering/manual-timing.ts";
import { callOnce, grant, openTestNodes, totalsOf } from "../../../../test/metering/test-nodes.ts";
import { until } from "../../../../test/until.ts";
import { createLog } from "../../../base/log.ts";
import { sql } from "../../../database/sql.ts";
import { CreditReservation } from "../../../metering/reservation.ts";
import { loadSink, type WaitingCalls } from "../../../metering/sink/sink.ts";
import { createMeteringStore } from "../../../metering/store/store.ts";
import { sinkOf } from "../sink-place.ts";
import { UnloggedCounter } from "../unlogged-calls.ts";

/** ClickHouse that receives statements and never answers while `frozen`, and then takes everything. */
const frozen = { now: true, waiting: [] as (() => void)[], inserts: 0 };
const clickhouse = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  async fetch(request) {
    if (frozen.now) await new Promise<void>((resolve) => frozen.waiting.push(resolve));
    if (request.url.includes("insert")) frozen.inserts += 1;
    return new Response("");
  },
});

const thaw = () => {
  frozen.now = false;
  for (const go of frozen.waiting.splice(0)) go();
};

beforeEach(() => {
  frozen.now = true;
});

afterAll(() => {
  thaw();
  return clickhouse.stop(true);
});

async function openStore(setup: Awaited<ReturnType<typeof openTestNodes>>, timing = manualTiming()) {
  const log = createLog(timing.wall, (line) => void setup.logged.push(line));
  const sink = await loadSink(sinkOf({ url: `http://127.0.0.1:${clickhouse.port}/vingate`, days: 30 }));
  const db = await setup.fresh.open();
  return createMeteringStore(db, { folder: setup.folder, leaseTtlMs: 900_000, timing, log, sink });
}

for (const kind of kinds)
  test.skipIf(kind.missing)(
    `on ${kind.dialect} ended processes' calls are charged while ClickHouse is frozen`,
    async () => {
      const setup = await openTestNodes(kind);
      const timing = manualTiming();
      await grant(setup.db, "s", 100);
      for (const _ of [1, 2]) await leftBehind(setup, timing);
      const store = await openStore(setup, timing);
      expect(await store.recover()).toEqual({ left: 0, damaged: [] });
      expect(await totalsOf(setup.db, "s")).toMatchObject({ used: 6, remaining: 94, held: 0 });
      await until(() => frozen.waiting.length > 0, "ClickHouse has a request");
      expect(await store.maintain()).toMatchObject({ calls: 6 });
      thaw();
      await until(async () => (await store.maintain())?.calls === 0, "ClickHouse has the calls");
      await store.end();
      await setup.end();
    },
  );

test("calls are refused while too many wait for ClickHouse, and all others charged", async () => {
  const setup = await openTestNodes(kinds[0]!);
  const timing = manualTiming();
  await grant(setup.db, "s", 100);
  const store = await openStore(setup, timing);
  const node = await setup.node({ store, timing, unloggedMax: 5000 });
  const call = async () => {
    const outcome = callOnce(node, "s");
    await timing.advance(20);
    return await outcome;
  };
  let served = 0;
  while ((await call()) === "served") {
    served += 1;
    await timing.advance(2000);
  }
  // A record has about 250 bytes.
  expect(served).toBeGreaterThan(10);
  expect(served).toBeLessThan(30);
  expect(node.journalFault).toBe("unlogged");
  expect(await call()).toBe("unavailable");
  expect(await totalsOf(setup.db, "s")).toMatchObject({ used: served, remaining: expect.any(Number) });
  expect(node.unlogged).toMatchObject({ calls: served });
  expect(setup.logged.filter((line) => line.includes("too many calls wait for ClickHouse"))).toHaveLength(1);
  thaw();
  await until(async () => {
    await timing.advance(4000);
    return node.unlogged?.calls === 0;
  }, "ClickHouse has the calls");
  expect(node.journalFault).toBeUndefined();
  expect(node.unlogged).toMatchObject({ calls: 0, bytes: 0, since: undefined });
  expect(await call()).toBe("served");
  const closed = node.close();
  await timing.advance(20_000);
  await closed;
  await setup.end();
});

test("a disk below its reserve refuses calls only while others wait long for ClickHouse", async () => {
  const setup = await openTestNodes(kinds[0]!);
  const timing = manualTiming();
  let unlogged: WaitingCalls | undefined;
  const store = { ...(await setup.store()), maintain: async () => unlogged };
  const node = await setup.node({ store, timing, diskLow: () => true });
  const faultWith = async (now: WaitingCalls | undefined) => {
    unlogged = now;
    await timing.advance(2000);
    return node.journalFault;
  };
  const since = timing.wall();
  expect(await faultWith(undefined)).toBeUndefined();
  expect(await faultWith({ calls: 0, bytes: 0 })).toBeUndefined();
  expect(await faultWith({ calls: 1, bytes: 300, since })).toBeUndefined();
  await timing.advance(30_000);
  expect(node.journalFault).toBe("unlogged");
  expect(node.admit("s", 1)).toEqual({ kind: "unavailable", reason: "unlogged" });
  expect(await faultWith({ calls: 0, bytes: 0 })).toBeUndefined();
  expect(node.admit("s", 0)).toBeInstanceOf(CreditReservation);
  const closed = node.close();
  await timing.advance(20_000);
  await closed;
  await setup.end();
});

test("unlogged bytes are those after the mark, of this folder's journals alone", async () => {
  const setup = await openTestNodes(kinds[0]!);
  const store = await openStore(setup);
  await grant(setup.db, "s", 100);
  await leftBehind(setup, manualTiming(), "s", 10);
  await store.recover();
  const counter = new UnloggedCounter(setup.folder);
  const { calls, bytes } = await counter.count(setup.db);
  expect([calls, bytes > 10 * 150, bytes < 10 * 400]).toEqual([10, true, true]);
  await setup.db.run(sql`update journal set logged_seq = 5`);
  const half = await counter.count(setup.db);
  expect([half.calls, Math.round((10 * half.bytes) / bytes)]).toEqual([5, 5]);
  expect(await new UnloggedCounter(`${setup.folder}-other`).count(setup.db)).toEqual({ calls: 0, bytes: 0 });
  thaw();
  await store.end();
  await setup.end();
});
