import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { shortage } from "../../../src/management/system/connections.ts";
import { postgresMissing, startPostgres } from "../../postgres.ts";
import { newFolder, spawnProcess } from "../../service-process.ts";
import { Relay } from "../../torture/relay.ts";
import { until } from "../../until.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";

describe("the connections that workers need", () => {
  test("fit the server, or the message says what to do", () => {
    expect(shortage(12, 0, 97)).toBeUndefined();
    expect(shortage(22, 0, 97)).toBeUndefined();
    expect(shortage(24, 0, 97)).toBe(
      "PostgreSQL leaves 97 connections to this service, and it needs 102: 4 for each of 24 workers here, " +
        "6 for imports and checks; raise max_connections by 5, set VINGATE_WORKERS to at most 22, " +
        "or use a pooler (VINGATE_DATABASE_POOLER)",
    );
    expect(shortage(8, 17, 97)).toContain("8 workers here and 17 of other nodes");
    expect(shortage(8, 17, 97)).toContain("VINGATE_WORKERS to at most 5");
    expect(shortage(1, 30, 97)).not.toContain("VINGATE_WORKERS");
  });
});

describe.skipIf(postgresMissing() !== undefined)("connections to PostgreSQL", () => {
  test("a service that would exceed them ends and says so", async () => {
    const url = await (await startPostgres()).newDatabase();
    const admin = new SQL({ url, max: 1 });
    await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} connection limit 16`);
    await admin.end();
    const { folder, remove } = newFolder();
    const started = spawnProcess(folder, {
      VINGATE_WORKERS: "3",
      VINGATE_DATABASE_URL: url,
      VINGATE_MASTER_KEY: "0".repeat(64),
    });
    expect(await started.exited).toBe(1);
    const output = started.output();
    expect(output).toContain("PostgreSQL leaves 16 connections to this service, and it needs 18");
    expect(output).toContain("set VINGATE_WORKERS to at most 2");
    remove();
  }, 180_000);

  test("a start waits for a server that cuts its connections", async () => {
    const url = new URL(await (await startPostgres()).newDatabase());
    const relay = await Relay.open();
    relay.pointTo(Number(url.port));
    url.port = String(relay.port);
    const { folder, remove } = newFolder();
    const settings = {
      VINGATE_DATABASE_URL: url.href,
      VINGATE_MASTER_KEY: "0".repeat(64),
      VINGATE_LOG: "json",
    };
    const cutting = setInterval(() => relay.cut(), 20);
    await placeTestPack(folder);
    const service = spawnProcess(folder, settings);
    try {
      await until(() => service.events("waiting for the database").length > 0, "the start waits", 20_000);
      clearInterval(cutting);
      await until(() => service.events("ready").length > 0, "the service is ready", 60_000);
    } finally {
      clearInterval(cutting);
      service.signal("SIGTERM");
      await service.exited;
      relay.close();
      remove();
    }
  }, 120_000);

  test("a statement that waits for a connection too long is refused, and one in time is not", async () => {
    const url = await (await startPostgres()).newDatabase();
    const db = await openDatabase({ url, connectionsMax: 3, connectionWaitMs: 2000 });
    const open = Promise.withResolvers<void>();
    const begun: Promise<unknown>[] = [];
    const transactions = [1, 2].map(() => {
      const inside = Promise.withResolvers<void>();
      begun.push(inside.promise);
      return db.transaction(async (tx) => {
        await tx.get(sql`select 1 as one`);
        inside.resolve();
        await open.promise;
      });
    });
    await Promise.all(begun);
    // Two transactions leave the third connection to statements.
    expect(await db.get(sql`select 1 as one`)).toEqual({ one: 1 });
    await expect(db.transaction((tx) => tx.get(sql`select 1 as one`))).rejects.toThrow(
      "every connection is in use",
    );
    expect(db.silentMs).toBe(0);
    open.resolve();
    await Promise.all(transactions);
    const counts = Array.from({ length: 40 }, () =>
      db.get<{ n: number }>(sql`select count(*) as n from
      pg_stat_activity where datname = current_database() and application_name = 'vingate'`),
    );
    for (const count of await Promise.all(counts)) expect(count!.n).toBeLessThanOrEqual(3);
    await until(() => db.silentMs === 0, "nothing is pending");
    await db.close();
  });
});
