import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { erase, erasedSubject } from "../../../src/vehicles/imports/datasets/erase.ts";
import { rollBack } from "../../../src/vehicles/imports/datasets/versions.ts";
import {
  importAgain,
  isOfOlderReader,
  presentReader,
} from "../../../src/vehicles/imports/sources/readers.ts";
import { rdwFuelSource, rdwSource } from "../../../src/vehicles/imports/sources/registers/rdw.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { importText } from "./importing.ts";
import { lienHeader, lienRow, liens, vins } from "./liens.ts";

const own = { source: "the operator" };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`numbers of readers on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const load = (holders: readonly string[], more: Parameters<typeof importText>[3] = {}) =>
      importText(
        service.app.database,
        liens,
        lienHeader + holders.map((holder, at) => lienRow(vins[at]!, holder)).join(""),
        more,
      );
    /** As if an older program had imported the current dataset. */
    async function makeOlder() {
      const { database: db } = service.app;
      const found = await db.get<{ id: string; outcome: string }>(sql`
        select r.id, r.outcome from import_run r join dataset d on d.id = r.dataset
        where d.family = 'lien' and d.state = 'current'`);
      const { reader: _, ...outcome } = JSON.parse(found!.outcome) as { reader?: number };
      await db.run(sql`update import_run set outcome = ${JSON.stringify(outcome)} where id = ${found!.id}`);
      await db.run(sql`update dataset set reader = 0 where family = 'lien' and state = 'current'`);
    }
    const shown = async () => {
      const { body } = await service.ask("GET", "/datasets", { headers: service.operatorHeaders });
      return (body as { state: string; reader: number; older_reader: boolean }[]).map(
        ({ state, reader, older_reader }) => [state, reader, older_reader],
      );
    };
    const byReader = async () => {
      const { body } = await service.ask("GET", "/datasets/lien/diff", { headers: service.operatorHeaders });
      return (body as { by_reader: string }).by_reader;
    };

    test("an import notes its reader; erasures and rollbacks keep it", async () => {
      await load(["A", "B"]);
      await makeOlder();
      expect(await shown()).toEqual([["current", 0, true]]);
      await erase(service.app.database, erasedSubject("vin", vins[1]), Date.now, false);
      expect(await shown()).toEqual([["current", 0, true]]);
      await load(["A", "C"]);
      expect([await shown(), await byReader()]).toEqual([
        [
          ["current", 1, false],
          ["previous", 0, true],
        ],
        "unknown",
      ]);
      await rollBack(service.app.database, lienRecords, Date.now);
      expect(await shown()).toEqual([
        ["current", 0, true],
        ["previous", 1, false],
      ]);
    });

    test("a merge has the lowest reader of its records", async () => {
      await load(["A", "B"]);
      await makeOlder();
      const merged = await load(["C"], { mode: "merge" });
      expect([merged.rows_kept, merged.changes.by_reader]).toEqual([1, "unknown"]);
      expect((await shown())[0]).toEqual(["current", 0, true]);
      const whole = await load(["C", "D"], { mode: "merge" });
      expect(whole.rows_kept).toBe(0);
      expect((await shown())[0]).toEqual(["current", 1, false]);
    });

    test("the same file again says that its changes come from the reader", async () => {
      await load(["A", "B"]);
      await makeOlder();
      const { database: db } = service.app;
      await db.run(sql`update lien_record set body = ${new Uint8Array([123, 125])} where vin = ${vins[0]}`);
      const again = await load(["A", "B"], { dryRun: true });
      expect([again.changes.changed, again.changes.by_reader]).toEqual([1, "all"]);
      expect((await load(["A", "B"])).changes.by_reader).toBe("all");
      expect(await byReader()).toBe("all");
      const third = await load(["A", "B"]);
      expect([third.changes.by_reader, await byReader()]).toEqual([undefined, "none"]);
    });
  });

test("demo sets are of no older reader, and each source names its command", () => {
  const dataset = { ...own, name: "own", reader: 0, family: "lien" };
  expect([
    isOfOlderReader(dataset),
    isOfOlderReader({ ...dataset, reader: presentReader(own) }),
    isOfOlderReader({ ...dataset, name: "demo" }),
    isOfOlderReader({ ...dataset, source: "NHTSA" }),
  ]).toEqual([true, false, false, true]);
  expect([
    importAgain(dataset, "records lien"),
    importAgain({ family: "ymm-specs", source: "EPA" }, "epa"),
    importAgain({ family: "ymm-specs", source: "EPA" }, undefined),
  ]).toEqual(["vingate import records lien FILE", "vingate import epa", "vingate import SOURCE"]);
});

test("a changed reader of one register makes no dataset of another source older", () => {
  const read = (source: string, reader: number) => isOfOlderReader({ name: "public", source, reader });
  const origins = [rdwSource.origin, rdwFuelSource.origin, "NHTSA"];
  expect(origins.map((origin) => [read(origin, 1), read(origin, 2)])).toEqual([
    [true, false],
    [false, false],
    [false, false],
  ]);
});
