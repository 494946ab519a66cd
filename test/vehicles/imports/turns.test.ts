import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import {
  acquireImportLock,
  findRun,
  type ImportLock,
  type ImportProgress,
  ImportStopped,
  keepAlive,
  requestStop,
} from "../../../src/vehicles/imports/jobs/runs.ts";
import { waitForTurn } from "../../../src/vehicles/imports/jobs/turns.ts";
import { upgradeSchema } from "../../../src/vehicles/imports/staging/record-tables.ts";
import { type Fresh, kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";
import { until } from "../../until.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`concurrent imports on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    let now = Date.UTC(2026, 10, 21);
    const clock = () => now;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await upgradeSchema(db, migrations);
    });
    afterAll(() => fresh.end());

    const acquire = async (family: string): Promise<ImportLock> => {
      // The IDs of imports, which are in order of time, differ by a millisecond at least.
      now += 1;
      return acquireImportLock(db, { family, source: "records", actor: "operator" }, clock);
    };
    const stageOf = async ({ id }: ImportLock) => {
      const { progress } = (await findRun(db, id, clock()))!;
      return (JSON.parse(progress) as Partial<ImportProgress>).stage;
    };
    /** Waits for an import's turn; `hasTurn` is whether it came. */
    const wait = (lock: ImportLock, signal?: AbortSignal) => {
      const waiting = { hasTurn: false, done: Promise.resolve() };
      waiting.done = waitForTurn(db, lock, { clock, signal }).then(() => {
        waiting.hasTurn = true;
      });
      waiting.done.catch(() => undefined);
      return waiting;
    };

    test("two imports run, and the others wait in their order", async () => {
      const [lien, plate, auction, sales] = [
        await acquire("lien"),
        await acquire("plate"),
        await acquire("auction"),
        await acquire("saleshistory"),
      ];
      await Promise.all([wait(lien).done, wait(plate).done]);
      const last = wait(sales);
      await until(async () => (await stageOf(sales)) === "wait", "the last import waits");
      const third = wait(auction);
      await until(async () => (await stageOf(auction)) === "wait", "the third import waits");
      expect([third.hasTurn, last.hasTurn]).toEqual([false, false]);
      await lien.end("done", {});
      await third.done;
      expect([await stageOf(auction), await stageOf(sales), last.hasTurn]).toEqual(["read", "wait", false]);
      // An import that has its turn keeps it.
      await wait(auction).done;
      await plate.end("failed", {});
      await last.done;
      await auction.end("done", {});
      await sales.end("done", {});
    });

    test("imports that are received, and ended processes, take no turn", async () => {
      const received = { stage: "receive", done: 1, total: null, rows: 0, rejected: 0 } as const;
      const locks = [await acquire("lien"), await acquire("plate"), await acquire("auction")];
      for (const lock of locks) await lock.renew(received);
      const sales = await acquire("saleshistory");
      await wait(sales).done;
      const images = await acquire("vehicle-images");
      await wait(images).done;
      await db.run(sql`update import_run set node = ${"elsewhere/1"} where id = ${sales.id}`);
      now += 20_000;
      await images.renew({ ...received, stage: "read" });
      await db.run(sql`update import_run set renewed_at = ${now} where id = ${images.id}`);
      const next = await acquire("oem-parts");
      await wait(next).done;
      expect(await stageOf(next)).toBe("read");
      for (const lock of [...locks, sales, images, next]) await lock.end("stopped", {});
    });

    test("a waiting import can be stopped", async () => {
      const locks = [await acquire("lien"), await acquire("plate")];
      for (const lock of locks) await wait(lock).done;
      const stopped = await acquire("auction");
      const aborted = await acquire("saleshistory");
      const closing = new AbortController();
      const waiting = [wait(stopped), wait(aborted, closing.signal)] as const;
      await until(async () => (await stageOf(aborted)) === "wait", "both wait");
      closing.abort(new Error("the service was stopped"));
      await expect(waiting[1].done).rejects.toThrow("the service was stopped");
      expect(await requestStop(db, stopped.id)).toBe(true);
      await expect(waiting[0].done).rejects.toBeInstanceOf(ImportStopped);
      for (const lock of [...locks, stopped, aborted]) await lock.end("stopped", {});
    });

    test("an import whose dataset is current is done, even if it fails later", async () => {
      const outcome = async ({ id }: ImportLock) => {
        const { state, outcome, dataset } = (await findRun(db, id, clock()))!;
        return { state, outcome: JSON.parse(outcome) as unknown, dataset };
      };
      const lock = await acquire("lien");
      await db.transaction((tx) => lock.complete(tx, { rows: 1 }, 7));
      expect(await requestStop(db, lock.id)).toBe(false);
      expect((await outcome(lock)).state).toBe("running");
      await lock.end("failed", { error: "the thread has ended" });
      expect(await outcome(lock)).toEqual({ state: "done", outcome: { rows: 1 }, dataset: 7 });
      const dead = await acquire("lien");
      await db.transaction((tx) => dead.complete(tx, { rows: 2 }, 8));
      now += 61_000;
      expect(await outcome(dead)).toEqual({ state: "done", outcome: { rows: 2 }, dataset: 8 });
      const after = await acquire("lien");
      expect(await outcome(dead)).toEqual({ state: "done", outcome: { rows: 2 }, dataset: 8 });
      expect(await requestStop(db, after.id)).toBe(true);
      await expect(db.transaction((tx) => after.complete(tx, {}, 9))).rejects.toBeInstanceOf(ImportStopped);
      await after.end("stopped", {});
      await expect(db.transaction((tx) => after.complete(tx, {}, 9))).rejects.toThrow(
        "another one has replaced",
      );
    });

    test("a silent thread is kept alive by its process", async () => {
      const lock = await acquire("lien");
      const renewed = async () => (await findRun(db, lock.id, clock()))!.renewedAt;
      const begun = await renewed();
      now += 4000;
      await keepAlive(db, lock.id, now);
      expect(await renewed()).toBe(begun);
      now += 4000;
      await keepAlive(db, lock.id, now);
      expect(await renewed()).toBe(now);
      expect(await requestStop(db, lock.id)).toBe(true);
      await expect(keepAlive(db, lock.id, now)).rejects.toBeInstanceOf(ImportStopped);
      await lock.end("stopped", {});
      await expect(keepAlive(db, lock.id, now)).rejects.toThrow("another one has replaced it");
    });
  });
