import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { startService, type TestService, testStart } from "../../../../test/harness.ts";
import { consistencyFindings } from "../../../../test/metering/consistency-findings.ts";
import { newFolder } from "../../../../test/service-process.ts";
import { callOf, recordCalls } from "../../../../test/usage-calls.ts";
import { sql } from "../../../database/sql.ts";
import { features } from "../../../features.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import { loadSink } from "../../../metering/sink/sink.ts";
import { CallStore } from "../call-store.ts";
import { type MoveOptions, moveCalls } from "../move-calls.ts";
import { moveCallsCommand } from "../move-command.ts";
import { sinkOf } from "../sink-place.ts";
import { type ClickhouseProcess, noClickhouse, startClickhouse } from "./start-engine.ts";

const ada = { userId: "ada", subscriptionId: "s1" };
const [minute, day] = [60_000, 86_400_000];

for (const kind of kinds)
  describe.skipIf(kind.missing || noClickhouse !== undefined)(`moving calls of ${kind.dialect}`, () => {
    const { folder, remove } = newFolder();
    let engine: ClickhouseProcess;
    let service: TestService;
    let store: CallStore;

    beforeAll(async () => {
      engine = await startClickhouse(folder);
      service = await startService(kind);
      store = new CallStore({ url: `${engine.url}/vingate`, days: 3000 });
    }, 180_000);

    afterAll(async () => {
      await service?.end();
      await engine?.kill();
      remove();
    });

    const move = (more: Partial<MoveOptions> = {}) =>
      moveCalls(service.app.database, store, {
        since: 0,
        now: testStart + 2 * day,
        fromStart: false,
        progress: () => undefined,
        ...more,
      });
    const failure = (promise: Promise<unknown>) => promise.catch((error: Error) => error.message);
    const count = async () => Number(await engine.query("select count() from vingate.vingate_call final"));
    /** The calls of the database by day. */
    const inDatabase = async () =>
      (
        await service.app.database.all<{ calls: number }>(sql`
          select cast(sum(calls) as bigint) as calls from request_chunk
          group by last_at / cast(${day} as bigint) order by min(last_at)`)
      ).map(({ calls }) => calls);
    const doctor = async () =>
      consistencyFindings(service.app.database, await loadSink(sinkOf(store.options)));
    /** Calls of a journal, one in each minute. */
    const record = (calls: number, from: number) =>
      recordCalls(
        service,
        Array.from({ length: calls }, (_, call) => callOf(ada, from + call * minute, { credits: 0 })),
      );

    test("calls are copied once, also after an interruption", async () => {
      const { database } = service.app;
      for (let journal = 0; journal < 4; journal++) await record(50, testStart + journal);
      await record(600, testStart - day);
      const calls = (await inDatabase()).reduce((sum, own) => sum + own);
      for (const { id } of await database.all<{ id: string }>(
        sql`select distinct journal_id as id from request_chunk`,
      )) {
        const row = await database.get<{ calls: number }>(
          sql`select cast(sum(calls) as bigint) as calls from request_chunk where journal_id = ${id}`,
        );
        await openJournal(database, {
          journalId: id,
          node: "n",
          place: "",
          at: testStart,
          appliedSeq: row!.calls,
        });
      }
      const stop = () => {
        throw new Error("interrupted");
      };
      expect(await failure(move({ progress: stop }))).toBe("interrupted");
      const before = await count();
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(calls);
      let copied = 0;
      const progress = (done: number) => {
        copied = done;
      };
      expect(await move({ progress })).toEqual({ expected: calls, lacking: [], removed: 0 });
      expect([copied, await count()]).toEqual([calls - before, calls]);
      expect(await move({ fromStart: true })).toMatchObject({ lacking: [] });
      expect(await count()).toBe(calls);
      expect(await doctor()).toEqual([]);
    }, 180_000);

    test("only days whose calls are all copied are removed, also after an interruption", async () => {
      const [, today] = await inDatabase();
      await engine.query(
        "alter table vingate.vingate_call delete where seq = 7 and toHour(at) = 0 and toDate(at) = '2026-11-21' settings mutations_sync = 1",
      );
      const stop = () => {
        throw new Error("interrupted");
      };
      expect(await failure(move({ removed: stop }))).toBe("interrupted");
      const left = await inDatabase();
      expect(left[0]).toBeGreaterThan(0);
      expect(left[0]).toBeLessThan(600);
      expect(left[1]).toBe(today!);
      const { lacking, removed } = await move({ removed: () => undefined });
      expect(removed).toBe(left[0]!);
      expect(lacking.map((one) => [one.day, one.expected - one.found])).toEqual(
        new Array(4).fill([testStart, 1]),
      );
      expect(await inDatabase()).toEqual([today!]);
      expect(await doctor()).toEqual([]);
      const last = await move({ fromStart: true, removed: () => undefined });
      expect(last).toEqual({ expected: today!, lacking: [], removed: today! });
      expect([await inDatabase(), await count()]).toEqual([[], today! + 600]);
      expect(await doctor()).toEqual([]);
    }, 180_000);

    test("calls that come while a day is removed stay", async () => {
      await record(600, testStart + day);
      let more = true;
      const removing = move({
        removed: async () => {
          if (more) {
            more = false;
            await recordCalls(service, [callOf(ada, testStart + day + 599 * minute)]);
          }
        },
      });
      expect(await failure(removing)).toContain("received calls of that time");
      expect((await inDatabase())[0]).toBeLessThan(600);
      expect((await inDatabase())[0]).toBeGreaterThan(1);
    }, 180_000);
  });

test("the command says which setting it needs", async () => {
  const env = { VINGATE_DATA_DIR: "/nowhere" };
  expect(await moveCallsCommand.run([], env, features).catch((error: Error) => error.message)).toContain(
    "VINGATE_CLICKHOUSE_URL is not set",
  );
});
