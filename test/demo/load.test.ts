import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { lienRecords } from "../../src/vehicles/families/apis/lien.ts";
import { demoRows, isDemoDue } from "../../src/vehicles/imports/demo/demo-set.ts";
import { type DemoOptions, loadDemo } from "../../src/vehicles/imports/demo/load-demo.ts";
import { removeDemo } from "../../src/vehicles/imports/demo/remove-demo.ts";
import { ImportError } from "../../src/vehicles/imports/input/import-error.ts";
import { acquireImportLock, listRuns } from "../../src/vehicles/imports/jobs/runs.ts";
import { demoRecords } from "../../tools/demo/rows.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { datasetFits } from "../vehicles/dataset-fits.ts";
import { loadRecords } from "../vehicles/load-records.ts";
import { smallSet } from "./small-set.ts";
import { tables } from "./tables.ts";

const made = demoRecords.map(({ family }) => [family.name, 1]);
const names = Object.keys(demoRows({ families: Object.fromEntries(made) }));

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`loading the demo set on ${kind.dialect}`, () => {
    let service: TestService;
    let folder: string;
    const load = (more: Partial<DemoOptions> = {}) =>
      loadDemo(service.app.database, { clock: service.app.clock, folder, graceMs: 0, datasetFits, ...more });

    beforeAll(async () => {
      folder = await smallSet(300);
      service = await startService(kind);
    });
    afterAll(() => service.end());

    test("it runs only if a family has no records", async () => {
      const { database } = service.app;
      expect(await isDemoDue(database, "off")).toBe(false);
      expect(await isDemoDue(database, "auto")).toBe(true);
      expect(await isDemoDue(database, "on")).toBe(true);
    });

    test("a second load completes an interrupted one; a third does nothing", async () => {
      const stopped = new AbortController();
      const progress = ({ stage }: { stage: string }) => {
        if (stage === "oil-lookup") stopped.abort(new ImportError("interrupted"));
      };
      await expect(load({ progress, signal: stopped.signal })).rejects.toThrow("interrupted");
      const whole = await load();
      expect(whole.families.plate).toBe("there before");
      expect(whole.families["oil-lookup"]).toBe("loaded");
      expect(await isDemoDue(service.app.database, "on")).toBe(false);
      expect(await load()).toEqual({
        families: Object.fromEntries(names.map((name) => [name, "there before"])),
        rows: 0,
        checksums: {},
      } as never);
    });

    test("the same set makes the same records; another set replaces them", async () => {
      const { database, clock } = service.app;
      await removeDemo(database, clock);
      const first = await load();
      await removeDemo(database, clock);
      const second = await load();
      expect(second.checksums).toEqual(first.checksums);
      expect(Object.keys(first.checksums)).toEqual(names);
      const other = await load({ folder: await smallSet(300, 2) });
      expect(other.families.auction).toBe("loaded");
      expect(other.checksums.saleshistory).not.toBe(first.checksums.saleshistory);
    });

    test("its imports are listed as demo, with no row rejected", async () => {
      const { database, clock } = service.app;
      const where = sql`family = 'auction' and dataset is not null`;
      const { runs } = await listRuns(database, { where, limit: 1, offset: 0 }, clock());
      const [{ source, input, state, outcome }] = runs as [(typeof runs)[0]];
      const { rows_rejected, name } = JSON.parse(outcome) as { rows_rejected: number; name: string };
      expect({ source, input, state, rows_rejected, name }).toEqual({
        source: "demo",
        input: "the demo set",
        state: "done",
        rows_rejected: 0,
        name: "demo",
      });
    });

    test("removing deletes every row; only the setting on loads it again", async () => {
      const { database, clock } = service.app;
      expect(await removeDemo(database, clock)).toBeGreaterThan(5000);
      expect(await tables(database)).toEqual({ rows: 0, datasets: 0 });
      expect(await isDemoDue(database, "auto")).toBe(false);
      expect(await isDemoDue(database, "on")).toBe(true);
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

    test("it waits for another load and resumes a dead one", async () => {
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
      // Time for a load that does not wait.
      await Bun.sleep(600);
      expect(states).toEqual([]);
      await other.end("done", {});
      await loading;
      expect(states).toEqual(["loaded", "not replaced", "loaded"]);
      await imported.end("done", {});
    });
  });
}
