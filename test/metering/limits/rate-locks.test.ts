import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Queries } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import { lockWindows } from "../../../src/metering/rates/rate-rows.ts";
import { createLimitStore, type LimitStore } from "../../../src/metering/store/limit-store.ts";
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { openRates, type RateNodes } from "./rate-nodes.ts";

const postgres = kinds.find(({ dialect }) => dialect === "postgres")!;
const windowOf = (name: string) => ({ name, calls: 10, periodMs: 60_000 });
const askOf = (name: string, need = 1) => ({ ...windowOf(name), need, spentAt: -1 });

// SQLite has one writer.
describe.skipIf(postgres.missing)("changes of rates that meet in PostgreSQL", () => {
  let setup: RateNodes;
  let store: LimitStore;
  beforeAll(async () => {
    setup = await openRates(postgres);
    store = createLimitStore(await setup.fresh.open());
  });
  afterAll(() => setup.end());

  const heldOf = (holder: string) =>
    setup.db.all<{ name: string; held: number }>(sql`
      select name, held from rate_lease where holder = ${holder} order by name`);

  /** Waits, inside a transaction, until another one waits for its locks, or has ended without. */
  const untilWaited = (tx: Queries, other: Promise<unknown>) => {
    let ended = false;
    const end = () => {
      ended = true;
    };
    other.then(end, end);
    return until(
      async () => ended || (await tx.get(sql`select 1 as is from pg_locks where not granted`)) !== undefined,
      "another transaction waits",
    );
  };

  test("a change waits for changes of its own windows alone", async () => {
    let changed: Promise<unknown> | undefined;
    await setup.db.transaction(async (tx) => {
      await lockWindows(tx, [windowOf("a")]);
      const { seen } = await store.acquireRates("one", 1000, [askOf("b")]);
      expect(seen[0]!.amount).toBe(10);
      await store.releaseRates("one", 1001, [
        { ...windowOf("b"), start: 1000, spent: 0, releasing: true, fair: 5 },
      ]);
      await store.heldRates("one", 1002);
      await store.heartbeatRates("one", 1003, true);
      changed = store.acquireRates("one", 1004, [askOf("b"), askOf("a")]);
      await untilWaited(tx, changed);
    });
    await changed;
    expect(await heldOf("one")).toEqual([
      { name: "a", held: 10 },
      { name: "b", held: 10 },
    ]);
  });

  test("a node rereads what is taken from it at that moment", async () => {
    await store.acquireRates("silent", 2000, [askOf("c")]);
    let held: Promise<unknown> | undefined;
    await setup.db.transaction(async (tx) => {
      await lockWindows(tx, [windowOf("c")]);
      await tx.run(sql`delete from rate_lease where holder = 'silent'`);
      await tx.run(sql`update rate_window set free = calls where name = 'c'`);
      held = store.heldRates("silent", 5000);
      await untilWaited(tx, held);
    });
    expect(await held).toMatchObject({ seen: [] });
  });

  const takers = {
    "another node": (at: number, window: string) => store.acquireRates("taker", at, [askOf(window)]),
    "the removal of dead nodes": (at: number) => store.heartbeatRates("remover", at, true),
  };
  for (const [index, [name, take]] of Object.entries(takers).entries())
    test(`a node that has reread what it holds keeps it from ${name}`, async () => {
      const [window, holder, begins] = [`d${index}`, `back ${index}`, 20_000 + index * 100_000];
      await store.acquireRates(holder, begins, [askOf(window)]);
      let taken: Promise<unknown> | undefined;
      await setup.db.transaction(async (tx) => {
        await lockWindows(tx, [windowOf(window)]);
        taken = take(begins + 61_000, window);
        await untilWaited(tx, taken);
        // As rereading does, once the windows are locked.
        await tx.run(sql`update rate_holder set seen_at = ${begins + 61_000} where holder = ${holder}`);
      });
      await taken;
      expect(await heldOf(holder)).toEqual([{ name: window, held: 10 }]);
    });

  test("each call of a window is free or held by one node", async () => {
    const names = ["e", "f", "g", "h", "i", "j"];
    const random = (below: number) => Math.floor(Math.random() * below);
    let reading = 1_000_000;
    const node = async (holder: string) => {
      const own = createLimitStore(await setup.fresh.open());
      for (let turn = 0; turn < 60; turn++) {
        // Long enough at times that a holder times out, or is removed.
        reading += random(20) === 0 ? 2500 + random(2) * 60_000 : random(50);
        const windows = names.filter(() => random(2) === 0).sort(() => random(3) - 1);
        const kind = windows.length > 0 ? random(5) : 4;
        const asks = windows.map((name) => askOf(name, random(5)));
        const releasing = random(2) === 0;
        const releases = asks.map((each) => ({
          ...each,
          start: reading,
          spent: random(3),
          releasing,
          fair: 5,
        }));
        if (kind < 2) await own.acquireRates(holder, reading, asks);
        else if (kind === 2) await own.releaseRates(holder, reading, releases);
        else if (kind === 3) await own.heldRates(holder, reading);
        else await own.heartbeatRates(holder, reading, random(3) === 0);
      }
    };
    await Promise.all(["first", "second", "third", "fourth"].map(node));
    const sums = await setup.db.all<{ name: string; sum: number }>(sql`
      select w.name, cast(w.free + coalesce((select sum(l.held) from rate_lease l where l.name = w.name), 0) as bigint) as sum
      from rate_window w order by w.name`);
    expect(sums).toEqual(sums.map(({ name }) => ({ name, sum: 10 })));
    expect(sums.length).toBeGreaterThan(0);
  });
});
