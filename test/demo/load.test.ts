import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { lienRecords } from "../../src/vehicles/families/apis/lien.ts";
import { acquireImportLock } from "../../src/vehicles/imports/jobs/runs.ts";
import { loadRecords } from "../../src/vehicles/imports/staging/records.ts";
import { demoDue } from "../../tools/demo/due.ts";
import { demoUntil, loadDemo, removeDemo } from "../../tools/demo/load.ts";
import { demoRecords } from "../../tools/demo/rows.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { testPack } from "../vin/shared-pack.ts";
import { tables } from "./tables.ts";

const small = 300;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`loading the demo set on ${kind.dialect}`, () => {
    let service: TestService;
    const load = async (more: object = {}) =>
      loadDemo(service.app.database, {
        pack: await testPack(),
        clock: service.app.clock,
        vehicles: small,
        ...more,
      });
    const countAll = () => tables(service.app.database);

    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("it is due where there are no records, and only then", async () => {
      const { database } = service.app;
      expect(await demoDue(database, "off")).toBe(false);
      expect(await demoDue(database, "auto")).toBe(true);
      expect(await demoDue(database, "on")).toBe(true);
    });

    test("a load that is interrupted is gone on with, and repeating does nothing", async () => {
      const stopped = new AbortController();
      const progress = ({ stage }: { stage: string }) => {
        if (stage === "oil-lookup") stopped.abort(new Error("interrupted"));
      };
      await expect(load({ progress, signal: stopped.signal })).rejects.toThrow("interrupted");
      const whole = await load();
      expect(whole.families.plate).toBe("there before");
      expect(whole.families["oil-lookup"]).toBe("loaded");
      expect(await demoDue(service.app.database, "on")).toBe(false);
      expect(await load()).toEqual({
        families: Object.fromEntries(demoRecords.map(({ family }) => [family.name, "there before"])),
        rows: 0,
        checksums: {},
      } as never);
    });

    test("the same numbers make the same records, others do not", async () => {
      const { database, clock } = service.app;
      await removeDemo(database, clock);
      const first = await load();
      await removeDemo(database, clock);
      const second = await load();
      expect(second.checksums).toEqual(first.checksums);
      expect(Object.keys(first.checksums)).toEqual(demoRecords.map(({ family }) => family.name));
      const other = await load({ seed: 2 });
      expect(other.families.auction).toBe("loaded");
      expect(other.checksums.saleshistory).not.toBe(first.checksums.saleshistory);
    });

    test("removing takes every row away, and a start does not bring it back unasked", async () => {
      const { database, clock } = service.app;
      expect(await removeDemo(database, clock)).toBeGreaterThan(5000);
      expect(await countAll()).toEqual({ rows: 0, datasets: 0 });
      expect(await demoDue(database, "auto")).toBe(false);
      expect(await demoDue(database, "on")).toBe(true);
    });

    test("records of another source stay", async () => {
      const { database, clock } = service.app;
      const rows = [{ vin: "1HGCM82633A004352", record: { liens: [], as_of: "2026-11-01" } }];
      const dataset = { name: "acme", version: "1", source: "a test", licence: "none" };
      await loadRecords(database, lienRecords, rows, { dataset, now: clock() });
      const loaded = await load();
      expect(loaded.families.lien).toBe("not replaced");
      await removeDemo(database, clock);
      const left = await database.all(sql`select family, name, record_count from dataset`);
      expect(left).toEqual([{ family: "lien", name: "acme", record_count: 1 }]);
    });

    test("another load is waited for, an import is left alone, and what died is taken over", async () => {
      const { database, clock } = service.app;
      await removeDemo(database, clock);
      const request = { input: "a test", mode: "replace", dryRun: false } as const;
      const other = await acquireImportLock(database, { ...request, source: "demo", family: "plate" }, clock);
      const imported = await acquireImportLock(
        database,
        { ...request, source: "csv", family: "windshield" },
        clock,
      );
      await acquireImportLock(
        database,
        { ...request, source: "csv", family: "auction" },
        () => clock() - 60_000,
      );
      const states: string[] = [];
      const loading = load().then(({ families }) => {
        states.push(families.plate!, families.windshield!, families.auction!);
      });
      await Bun.sleep(600);
      expect(states).toEqual([]);
      await other.end("done", {});
      await loading;
      expect(states).toEqual(["loaded", "not replaced", "loaded"]);
      await imported.end("done", {});
    });
  });
}

test("nothing is recorded of the month that runs", () => {
  expect(new Date(demoUntil(Date.UTC(2026, 10, 21, 7))).toISOString()).toBe("2026-11-01T00:00:00.000Z");
});
