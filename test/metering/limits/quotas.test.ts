import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Quota } from "../../../src/access/policy/quota.ts";
import { systemTiming } from "../../../src/base/timing.ts";
import { DatabaseUnavailable } from "../../../src/database/errors.ts";
import { sql } from "../../../src/database/sql.ts";
import { ApiError } from "../../../src/http/errors.ts";
import { expireJournal } from "../../../src/metering/credits/close-journal.ts";
import type { Metering } from "../../../src/metering/metering.ts";
import { SharedQuotas } from "../../../src/metering/quotas/shared-quotas.ts";
import type { MeteringStore } from "../../../src/metering/store/store.ts";
import { kinds } from "../../database/databases.ts";
import { callOf, openTestNodes, start, type TestNodes, tally } from "../test-nodes.ts";
import { silentLog } from "./rate-nodes.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const day = (calls: number): Quota => ({ calls, renewal: "day" });

interface Node {
  readonly metering: Metering;
  readonly quotas: SharedQuotas;
  readonly store: MeteringStore;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`quotas on ${kind.dialect}`, () => {
    let setup: TestNodes;
    let one: Node;
    let other: Node;
    const node = async (): Promise<Node> => {
      const store = await setup.store();
      const metering = await setup.node({ store });
      const quotas = new SharedQuotas({ store, journal: metering, timing: systemTiming, log: silentLog });
      return { store, metering, quotas };
    };
    beforeAll(async () => {
      setup = await openTestNodes(kind);
      [one, other] = [await node(), await node()];
    });
    afterAll(async () => {
      one.quotas.close();
      other.quotas.close();
      await setup.end();
    });
    // Every test has its own subscription.
    let count = 0;
    let id: string;
    beforeEach(() => {
      count += 1;
      id = `s${count}`;
    });

    /** One call from reservation to record: its status, or the code of its refusal; a 503 is repeated. */
    async function call(
      node: Node,
      quota: Quota,
      more: Parameters<typeof callOnce>[2] = {},
    ): Promise<string> {
      for (;;) {
        const code = await callOnce(node, quota, more);
        if (code !== "unavailable") return code;
      }
    }

    async function callOnce(
      { metering, quotas }: Node,
      quota: Quota,
      { at = start, status = 200, bytes = 100, workMs = 0 } = {},
    ): Promise<string> {
      try {
        const hold = await quotas.take(id, quota, at);
        // The duration of a lookup.
        if (workMs > 0) await Bun.sleep(workMs);
        const answered = status === 200 || status === 404;
        if (answered) hold.use(bytes);
        await metering.record(callOf(id, 0, { at, status, responseBytes: bytes }));
        hold.settle(answered);
        return String(status);
      } catch (error) {
        if (error instanceof ApiError) return error.code;
        throw error;
      }
    }

    const calls = async (length: number, quota: Quota, more: Parameters<typeof call>[2] = {}) =>
      tally(
        await Promise.all(
          Array.from({ length }, (_, index) => call(index % 2 === 0 ? one : other, quota, more)),
        ),
      );

    test("64 callers of two nodes get exactly the quota, 404s counted and 422s not", async () => {
      expect(await calls(16, day(40), { status: 422, workMs: 2 })).toEqual({ 422: 16 });
      expect(await calls(16, day(40), { status: 404, workMs: 2 })).toEqual({ 404: 16 });
      expect(await calls(64, day(40), { workMs: 2 })).toEqual({ 200: 24, quota_exceeded: 40 });
    });

    test("returns 503 while calls under way may release the rest", async () => {
      const places = await Promise.all([1, 2, 3, 4].map(() => one.quotas.take(id, day(4), start)));
      expect(await callOnce(other, day(4))).toBe("unavailable");
      expect(await callOnce(one, day(4))).toBe("unavailable");
      // A call that has already waited waits here only for the rest of its second, and another one for all of it.
      const patient = callOnce(one, day(4));
      const late = Promise.resolve(one.quotas.take(id, day(4), start, performance.now() - 5000));
      const first = Promise.race([
        late.catch((error: ApiError) => error.code),
        patient.then(() => "patient"),
      ]);
      expect(await first).toBe("unavailable");
      expect(await patient).toBe("unavailable");
      for (const place of places) place.settle(false);
      expect(await call(other, day(4))).toBe("200");
    });

    test("released quota goes to waiting calls", async () => {
      const quota = day(4);
      const wrong = await Promise.all([1, 2, 3, 4].map(() => one.quotas.take(id, quota, start)));
      const right = calls(8, quota, { workMs: 5 });
      // Time for the calls to start waiting, which nothing shows.
      await Bun.sleep(100);
      for (const hold of wrong) hold.settle(false);
      expect(await right).toEqual({ 200: 4, quota_exceeded: 4 });
    });

    test("a leased quota needs no database; another node gets the rest", async () => {
      expect(await call(one, day(20))).toBe("200");
      const holds = Array.from({ length: 9 }, () => one.quotas.take(id, day(20), start));
      expect(holds.some((hold) => hold instanceof Promise)).toBe(false);
      for (const hold of holds) if (!(hold instanceof Promise)) hold.settle(false);
      for (let turn = 0; turn < 19; turn++) expect(await call(other, day(20))).toBe("200");
      expect(await calls(4, day(20))).toEqual({ quota_exceeded: 4 });
    });

    test("each period has its own quota; calls count by record time", async () => {
      expect(await calls(6, day(4))).toEqual({ 200: 4, quota_exceeded: 2 });
      expect(await call(one, day(4), { at: start + dayMs - 1 })).toBe("quota_exceeded");
      expect(await calls(6, day(4), { at: start + dayMs })).toEqual({ 200: 4, quota_exceeded: 2 });
      // A clock that is set back finds both days as they were.
      expect(await call(one, day(4), { at: start + hourMs })).toBe("quota_exceeded");
      expect(await call(other, day(4), { at: start - dayMs })).toBe("200");
      expect(await call(other, day(4), { at: start + dayMs })).toBe("quota_exceeded");
    });

    test("a new or changed quota includes earlier calls", async () => {
      for (let turn = 0; turn < 5; turn++)
        await one.metering.record(callOf(id, 0, { at: start, status: 200 }));
      await one.metering.flush();
      expect(await calls(4, day(7))).toEqual({ 200: 2, quota_exceeded: 2 });
      expect(await calls(4, day(9))).toEqual({ 200: 2, quota_exceeded: 2 });
      expect(await calls(2, day(3))).toEqual({ quota_exceeded: 2 });
      // The week began on Monday and includes today's nine calls.
      await one.metering.record(callOf(id, 0, { at: start - 5 * dayMs, status: 200 }));
      await one.metering.flush();
      await Promise.all([one, other].map(({ metering }) => metering.flush()));
      expect(await calls(4, { calls: 12, renewal: "week" })).toEqual({ 200: 2, quota_exceeded: 2 });
      expect(await calls(2, { calls: 13, renewal: "lifetime" })).toEqual({ 200: 1, quota_exceeded: 1 });
    });

    test("a quota removed for a while includes the calls made without it", async () => {
      const holds = await Promise.all([1, 2].map(() => one.quotas.take(id, day(10), start)));
      for (const hold of holds) hold.settle(false);
      for (let turn = 0; turn < 6; turn++)
        await one.metering.record(callOf(id, 0, { at: start, status: 200 }));
      one.quotas.review(id);
      other.quotas.review();
      expect(await calls(8, day(10))).toEqual({ 200: 4, quota_exceeded: 4 });
    });

    test("after a change of policy everything written is applied first", async () => {
      let flushes = 0;
      const journal = {
        journalId: one.metering.journalId,
        fence: () => undefined,
        flush: () => {
          flushes += 1;
          return one.metering.flush();
        },
      };
      const quotas = new SharedQuotas({ store: one.store, journal, timing: systemTiming, log: silentLog });
      const reserve = async () => (await quotas.take(id, day(9), start)).settle(false);
      await reserve();
      await reserve();
      expect(flushes).toBe(1);
      quotas.review(id);
      await reserve();
      expect(flushes).toBe(2);
      quotas.close();
    });

    test("a clock that crosses midnight twice neither loses nor adds calls", async () => {
      const moments = [0, dayMs, 0, dayMs, 0].map((ms) => start + ms);
      const got: string[] = [];
      for (const at of moments)
        got.push(
          ...(await Promise.all([one, other, one].map((each) => call(each, day(7), { at, workMs: 20 })))),
        );
      // Nine calls of the first day, seven of them answered, and six of the second.
      expect(tally(got)).toEqual({ 200: 13, quota_exceeded: 2 });
    });

    test("the response that exceeds the bandwidth is the last", async () => {
      const quota: Quota = { bandwidth_kb: 1, renewal: "month" };
      const got: string[] = [];
      for (let turn = 0; turn < 14; turn++) got.push(await call(one, quota));
      expect(tally(got)).toEqual({ 200: 11, quota_exceeded: 3 });
      expect(await call(other, quota)).toBe("quota_exceeded");
    });

    test("two nodes exceed the bandwidth by one call each at most", async () => {
      const quota: Quota = { bandwidth_kb: 10, renewal: "month" };
      let answered = 0;
      for (let turn = 0; turn < 120; turn++)
        if ((await call(turn % 2 === 0 ? one : other, quota)) === "200") answered += 1;
      expect(answered).toBeGreaterThanOrEqual(103);
      expect(answered).toBeLessThanOrEqual(104);
    });

    test("without the database leased quota is used up, then what is certain decides", async () => {
      const { metering } = one;
      let away = false;
      const store = new Proxy(one.store, {
        get: (target, name) =>
          away ? () => Promise.reject(new DatabaseUnavailable("away")) : Reflect.get(target, name),
      });
      const journal = {
        journalId: metering.journalId,
        flush: () => (away ? Promise.reject(new DatabaseUnavailable("away")) : metering.flush()),
        fence: () => undefined,
      };
      const quotas = new SharedQuotas({ store, journal, timing: systemTiming, log: silentLog });
      const node = { store, metering, quotas };
      expect(await call(node, day(3))).toBe("200");
      away = true;
      expect([await call(node, day(3)), await call(node, day(3))]).toEqual(["200", "200"]);
      // No other node held any when the database last replied.
      expect(await callOnce(node, day(3))).toBe("quota_exceeded");
      expect(await callOnce(node, day(4))).toBe("unavailable");
      away = false;
      expect([await call(node, day(4)), await call(node, day(4))]).toEqual(["200", "quota_exceeded"]);
      quotas.close();
    });

    test("a reply to a request from before a change refuses nothing", async () => {
      const { metering } = one;
      const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const store: MeteringStore = {
        ...one.store,
        async acquireQuotas(journalId, requests) {
          const reply = await one.store.acquireQuotas(journalId, requests);
          asked.resolve();
          await gate.promise;
          return reply;
        },
      };
      expect(await call(one, day(1))).toBe("200");
      one.quotas.review(id);
      const quotas = new SharedQuotas({ store, journal: metering, timing: systemTiming, log: silentLog });
      const before = quotas.take(id, day(1), start);
      await asked.promise;
      const after = quotas.take(id, day(5), start);
      gate.resolve();
      for (const hold of await Promise.all([before, after])) hold.settle(false);
      quotas.close();
    });

    test("a journal closed by another node is replaced; nothing counts twice", async () => {
      const quota = day(10);
      expect(await call(one, quota)).toBe("200");
      await one.metering.flush();
      const row = (await setup.db.get<{ commit_count: number }>(
        sql`select commit_count from journal where journal_id = ${one.metering.journalId!}`,
      ))!;
      expect(await expireJournal(setup.db, one.metering.journalId!, row.commit_count, start)).toBe(true);
      expect(await setup.db.all(sql`select * from quota_lease where subscription_id = ${id}`)).toEqual([]);
      // The node notices when it requests more quota; until then it uses its lease.
      for (let turn = 0; turn < 9; turn++) expect(await call(one, quota)).toBe("200");
      await one.metering.flush();
      expect(await calls(4, quota)).toEqual({ quota_exceeded: 4 });
    });
  });
