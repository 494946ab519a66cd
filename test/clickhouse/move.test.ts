import { expect, test } from "bun:test";
import { moveCallsCommand } from "../../src/cli/calls/move.ts";
import { CallStore } from "../../src/metering/clickhouse/call-store.ts";
import { moveCalls } from "../../src/metering/clickhouse/move-calls.ts";
import { startService, testStart } from "../harness.ts";
import { newFolder } from "../service-process.ts";
import { callOf, recordCalls } from "../usage-calls.ts";
import { noClickhouse, startClickhouse } from "./start-engine.ts";

const ada = { userId: "ada", subscriptionId: "s1" };
const testHere = test.skipIf(noClickhouse !== undefined);

testHere(
  "calls are moved once, also after an interruption",
  async () => {
    const { folder, remove } = newFolder();
    const engine = await startClickhouse(folder);
    const service = await startService();
    const { database } = service.app;
    const store = new CallStore({ url: `${engine.url}/vingate`, days: 3000 });
    const count = async () => Number(await engine.query("select count() from vingate.vingate_call final"));
    const calls = Array.from({ length: 40_000 }, (_, index) => callOf(ada, testStart + index * 10));
    for (let from = 0; from < calls.length; from += 10_000)
      await recordCalls(service, calls.slice(from, from + 10_000));
    const stopped = moveCalls(database, store, {
      since: 0,
      fromStart: false,
      progress: () => {
        throw new Error("interrupted");
      },
    });
    expect(await stopped.catch((error: Error) => error.message)).toBe("interrupted");
    const before = await count();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(calls.length);
    let copied = 0;
    const progress = (done: number) => {
      copied = done;
    };
    const options = { since: 0, fromStart: false, progress };
    expect(await moveCalls(database, store, options)).toEqual({ expected: calls.length, lacking: [] });
    expect([copied, await count()]).toEqual([calls.length - before, calls.length]);
    expect(await moveCalls(database, store, { ...options, fromStart: true })).toMatchObject({ lacking: [] });
    expect(await count()).toBe(calls.length);
    await engine.query("alter table vingate.vingate_call delete where seq = 7 settings mutations_sync = 1");
    const { lacking } = await moveCalls(database, store, options);
    expect(lacking).toHaveLength(4);
    await service.end();
    await engine.kill();
    remove();
  },
  60_000,
);

test("the command says which setting it needs", async () => {
  const env = { VINGATE_DATA_DIR: "/nowhere" };
  expect(await moveCallsCommand.run([], env).catch((error: Error) => error.message)).toContain(
    "VINGATE_CLICKHOUSE_URL is not set",
  );
});
