import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { kinds, signUp, testStart } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { recordAudit } from "../../../access/audit.ts";
import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { tidyUp } from "../../../management/system/housekeeping.ts";
import { allTaken } from "../destinations/destination.ts";
import { type ExportScene, Kept, openExportScene } from "./export-scene.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`export of the audit log on ${kind.dialect}`, () => {
    let scene: ExportScene;
    let kept: Kept;
    beforeEach(async () => {
      scene = await openExportScene(undefined, kind);
      kept = new Kept();
    });
    afterEach(() => scene.end());

    test("entries are sent once, oldest first, as GET /audit shows them", async () => {
      const ids = await scene.add(1200);
      const exporter = scene.exporter(kept);
      await exporter.tick();
      expect(kept.batches.map(({ length }) => length)).toEqual([500, 500, 200]);
      expect(kept.ids).toEqual(ids);
      const last = ids.slice(-1000);
      expect(kept.batches.flat().slice(-1000)).toEqual(await scene.shown(last));
      await exporter.tick();
      expect(kept.batches).toHaveLength(3);
      expect(await scene.marks(ids)).toEqual({ 1: 1200 });
      await exporter.close();
    });

    test("a crash between delivery and mark sends entries again", async () => {
      const ids = await scene.add(3);
      const { database } = scene.service.app;
      const dying = scene.exporter(kept);
      kept.answer = async (entries) => {
        kept.answer = allTaken;
        // The process ends here: what it would do next fails.
        const { transaction } = database;
        database.transaction = () => {
          database.transaction = transaction;
          return Promise.reject(new Error("the process has died"));
        };
        return allTaken(entries);
      };
      await dying.tick();
      expect(await scene.marks(ids)).toEqual({ 0: 3 });
      await dying.tick();
      expect(kept.ids).toEqual([...ids, ...ids]);
      expect(await scene.marks(ids)).toEqual({ 1: 3 });
      await dying.close();
    });

    test("of two processes one sends, and the other takes over", async () => {
      const first = await scene.add(2);
      const [one, two] = [scene.exporter(kept, "one"), scene.exporter(kept, "two")];
      await one.tick();
      const others = await scene.add(2);
      await Promise.all([two.tick(), one.tick()]);
      expect(kept.ids).toEqual([...first, ...others]);
      const last = await scene.add(2);
      await two.tick();
      expect(kept.ids).toHaveLength(4);
      await one.close();
      await until(() => two.tick().then(() => kept.ids.length > 4), "the other process sends");
      expect(kept.ids).toEqual([...first, ...others, ...last]);
      await two.close();
    });

    test("an attempt ends when another process has the lease", async () => {
      const ids = await scene.add(2);
      const one = scene.exporter(kept, "one");
      const began = Promise.withResolvers<void>();
      let isEnded = false;
      kept.answer = async (entries, signal) => {
        began.resolve();
        expect(entries).toHaveLength(2);
        isEnded = await until(() => signal.aborted, "the attempt ends", 10_000);
        return { taken: [], refused: [] };
      };
      const attempt = one.tick();
      await began.promise;
      await scene.service.app.database.run(
        sql`update audit_export set holder = 'two', until = until + 100000`,
      );
      await attempt;
      expect(isEnded).toBe(true);
      expect(await scene.marks(ids)).toEqual({ 0: 2 });
      // What the loss interrupted is no failure of the receiver.
      expect(one.counts).toEqual({ sent: 0, refused: 0, failures: 0 });
      kept.answer = allTaken;
      await one.tick();
      expect(kept.ids).toHaveLength(2);
      await scene.exporter(kept, "two").tick();
      expect(await scene.marks(ids)).toEqual({ 1: 2 });
      await one.close();
    });

    test("64 racers that commit in any order leave nothing out", async () => {
      const { database } = scene.service.app;
      const exporter = scene.exporter(kept);
      let racing = true;
      const exporting = (async () => {
        for (; racing; await Bun.sleep(1)) await exporter.tick();
      })();
      const rounds = 5;
      for (let round = 0; round < rounds; round++)
        await Promise.all(
          Array.from({ length: 64 }, (_, racer) =>
            database.transaction(async (tx) => {
              // Times that differ from the order of commits, as clocks of nodes do.
              const at = testStart + ((racer * 37) % 64) - round;
              const entry = { actor: { kind: "operator" }, address: "::1", requestId: "r" } as const;
              await recordAudit(
                tx,
                Object.assign({ at, action: "test.race", object: `/races/${round}/${racer}` }, entry),
              );
              if (racer % 8 === 0) await Bun.sleep(racer % 5);
            }),
          ),
        );
      racing = false;
      await exporting;
      await exporter.tick();
      const objects = kept.batches.flat().map(({ object }) => object);
      expect(objects).toHaveLength(64 * rounds);
      expect(new Set(objects).size).toBe(64 * rounds);
      await exporter.close();
    });

    // SQLite has one writer at a time.
    test.skipIf(kind.dialect === "sqlite")("an entry that becomes visible late is sent", async () => {
      const { database } = scene.service.app;
      const exporter = scene.exporter(kept);
      const written = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      // Written first, without the lock that the rest of an audited change takes, and committed last.
      const late = database.transaction(async (tx) => {
        await tx.run(sql`
          insert into audit_log (id, at, actor, action, object, ip_address, request_id)
          values ('0', ${testStart - 1}, 'operator', 'test.late', '/late', '::1', 'r')`);
        written.resolve();
        await go.promise;
      });
      await written.promise;
      const ids = await scene.add(2);
      await exporter.tick();
      expect(kept.ids).toEqual(ids);
      go.resolve();
      await late;
      await exporter.tick();
      expect(kept.ids).toEqual([...ids, "0"]);
      await exporter.close();
    });

    test("entries of an erased person that wait contain nothing of it", async () => {
      const account = await signUp(scene.service, "grace.hopper@example.com");
      const path = `/users/${account.userId}`;
      await scene.operator("PATCH", path, { first_name: "Grace", last_name: "Hopper" });
      const exporter = scene.exporter(kept);
      kept.answer = () => ({ taken: [], refused: [] });
      await exporter.tick();
      expect(JSON.stringify(kept.batches)).toContain("Grace");
      kept.batches.length = 0;
      expect((await scene.operator("DELETE", path)).status).toBe(200);
      kept.answer = allTaken;
      scene.service.advance(dayMs);
      await exporter.tick();
      const sent = kept.batches.flat();
      expect(sent.filter(({ object }) => object === path).map(({ action }) => action)).toContain(
        "user.delete",
      );
      expect(sent).toEqual(await scene.shown(kept.ids));
      expect(JSON.stringify(sent)).not.toMatch(/grace|hopper/i);
      await exporter.close();
    });

    test("what is not exported is not purged, and the log says so", async () => {
      const ids = await scene.add(2);
      scene.service.advance(401 * dayMs);
      await tidyUp(scene.service.app);
      await tidyUp(scene.service.app);
      expect(await scene.marks(ids)).toEqual({ 0: 2 });
      const said = scene.service.logged.filter((line) => line.includes("kept beyond their time"));
      expect(said).toHaveLength(1);
      const exporter = scene.exporter(kept);
      await exporter.tick();
      expect(kept.ids).toEqual(ids);
      await tidyUp(scene.service.app);
      expect(await scene.marks(ids)).toEqual({});
      await exporter.close();
    });

    test("a process that ends while it sends lets another one send", async () => {
      const ids = await scene.add(2);
      const one = scene.exporter(kept, "one");
      const began = Promise.withResolvers<void>();
      kept.answer = (_, signal) => {
        began.resolve();
        const { promise, resolve } = Promise.withResolvers<void>();
        signal.addEventListener("abort", () => resolve());
        return promise.then(() => ({ taken: [], refused: [] }));
      };
      void one.tick();
      await began.promise;
      await one.close();
      kept.answer = allTaken;
      const two = scene.exporter(kept, "two");
      await until(async () => {
        await two.tick();
        return (await scene.marks(ids))[1] === 2;
      }, "the other process sends");
      expect((await scene.check()).state).toBe("ok");
      await two.close();
    });
  });
}
