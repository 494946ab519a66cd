import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { Database } from "../../../src/database/database.ts";
import { name, sql } from "../../../src/database/sql.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { storedJson } from "../../../src/vehicles/families/body.ts";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { csvTemplate } from "../../../src/vehicles/imports/columns/template.ts";
import { compareVersions, listVersions, rollBack } from "../../../src/vehicles/imports/datasets/versions.ts";
import { acquireImportLock, requestStop } from "../../../src/vehicles/imports/jobs/runs.ts";
import { mappingOfMap } from "../../../src/vehicles/imports/mappings/mappings.ts";
import { type RecordsOptions, recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importText, temporaryFolder } from "./importing.ts";
import { lienHeader, lienOf, lienRow, liens, vins, zipOf } from "./liens.ts";

const source = (family: RecordFamily, more: Partial<RecordsOptions> = {}) =>
  recordsSource(family, { yearMax: 2028, ...more });

async function bodies(db: Database, { table, name: family }: RecordFamily): Promise<unknown[]> {
  const rows = await db.all<{ body: Uint8Array }>(sql`
    select body from ${name(table)} where dataset in (
      select id from dataset where family = ${family} and state = 'current')`);
  return rows.map(({ body }) => JSON.parse(storedJson(body)));
}

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`a business's own records on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    let db: Database;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
      db = service.app.database;
    });
    afterAll(() => service.end());

    test("each family's template imports, as CSV and as NDJSON", async () => {
      for (const family of recordFamilies) {
        const table = await importText(db, source(family), csvTemplate(family));
        expect([family.name, table.rows, table.rows_rejected]).toEqual([family.name, 1, 0]);
        const ofTable = await bodies(db, family);
        const line = await importText(db, source(family), `${JSON.stringify(family.example)}\n`);
        expect([family.name, line.rows, await bodies(db, family)]).toEqual([family.name, 1, ofTable]);
        expect([family.name, line.changes.changed]).toEqual([family.name, 0]);
      }
      forgetDatasets(db);
      const lien = await who.lookUp("/lien/5J6RW2H59JL990075");
      expect([
        lien.headers.get("x-data-source")?.split(" ")[0],
        (lien.body as { data: unknown }).data,
      ]).toEqual(["own", lienRecords.example]);
      for (const path of [
        "/us-plate-decode/DEMO-123/ca",
        "/saleshistory/5J6RW2H59JL990075",
        "/auction/5J6RW2H59JL990075",
        "/ymm-specs/2018/honda/cr-v/ex",
        "/oem-parts/2018/honda/cr-v/ex/brakes/front-brakes",
        "/oil-lookup/5J6RW2H59JL990075",
        "/open-recall/5J6RW2H59JL990075",
        "/repair-estimates/2018/honda/cr-v/ex",
      ])
        expect([path, (await who.lookUp(path)).status]).toEqual([path, 200]);
    });

    test("a lien is the same in every encoding, compression and line end", async () => {
      const text =
        lienHeader +
        lienRow(vins[0], '"Größe ""Bank"", N.A.\nSpringfield"') +
        lienRow(vins[1], "Citroën Bank");
      const expected = [lienOf(vins[0], 'Größe "Bank", N.A.\nSpringfield'), lienOf(vins[1], "Citroën Bank")];
      const utf16 = (swapped: boolean) => {
        const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
        return swapped ? bytes.swap16() : bytes;
      };
      const inputs: Readonly<Record<string, Uint8Array>> = {
        "UTF-8": Buffer.from(text),
        "UTF-8 with a mark": Buffer.from(`\ufeff${text}`),
        "UTF-16 little": utf16(false),
        "UTF-16 big": utf16(true),
        "Latin-1": Buffer.from(text, "latin1"),
        "semicolons, CRLF": Buffer.from(
          text
            .replace("N.A.\n", "N.A.§")
            .replace(/,(?! )/g, ";")
            .replaceAll("\n", "\r\n")
            .replace("§", "\n"),
        ),
        "no last line end": Buffer.from(text.trimEnd()),
        gzip: gzipSync(text),
        zstd: zstdCompressSync(text),
        zip: zipOf("liens.csv", Buffer.from(text)),
      };
      for (const [what, input] of Object.entries(inputs)) {
        await importText(db, liens, input);
        expect([what, await bodies(db, lienRecords)]).toEqual([what, expected]);
      }
    });

    test("rejects have line, column, value and reason; too many change nothing", async () => {
      using folder = temporaryFolder();
      const rejectFile = join(folder.path, "rejects.csv");
      const before = await bodies(db, lienRecords);
      const text = [
        lienHeader,
        lienRow(vins[0], '"two\nlines"'),
        lienRow("1HGCM8I633A004352", "Acme"),
        `${vins[1]},Acme\n`,
        lienRow(vins[0], "Beta"),
        '1HGCM82633A0,"a "quote" b",x,y\n',
        "\n",
        lienRow(vins[2], "Gamma"),
      ].join("");
      const refused = importText(db, liens, text, { rejectFile });
      await expect(refused).rejects.toThrow(
        /^4 of 6 rows were rejected, more than “Max. rejected rows” allows/,
      );
      expect(await bodies(db, lienRecords)).toEqual(before);
      const taken = await importText(db, liens, text, { rejectFile, rejectLimit: { rows: 4 } });
      expect([taken.rows, taken.rejected]).toEqual([
        2,
        {
          "vin must be 17 letters and digits without I, O and Q: lookups of this dataset take no older VINs": 1,
          "has 2 values where the header has 4": 1,
          "has a single quote inside a quoted value; write it twice": 1,
          "has the key of a row before it": 1,
        },
      ]);
      expect(readFileSync(rejectFile, "utf8").split("\n").slice(0, 4)).toEqual([
        "line,column,value,reason",
        '4,vin,1HGCM8I633A004352,"must be 17 letters and digits without I, O and Q: lookups of this dataset take no older VINs"',
        `5,,"${vins[1]},Acme",has 2 values where the header has 4`,
        expect.stringMatching(/^7,.*,has a single quote inside a quoted value; write it twice$/),
      ]);
    });

    test("merging keeps other records and can be repeated", async () => {
      await importText(db, liens, lienHeader + lienRow(vins[0], "A") + lienRow(vins[1], "B"));
      const text = lienHeader + lienRow(vins[1], "C") + lienRow(vins[2], "D");
      const merged = await importText(db, liens, text, { mode: "merge" });
      const { added, removed, changed } = merged.changes;
      expect([merged.rows, merged.rows_kept, added, removed, changed]).toEqual([3, 1, 1, 0, 1]);
      const holders = async () =>
        (await bodies(db, lienRecords))
          .map((one) => (one as ReturnType<typeof lienOf>).liens[0]!.lienholder)
          .sort();
      expect(await holders()).toEqual(["A", "C", "D"]);
      const again = await importText(db, liens, text, { mode: "merge" });
      expect([again.rows, again.changes.added + again.changes.removed + again.changes.changed]).toEqual([
        3, 0,
      ]);
      expect(await holders()).toEqual(["A", "C", "D"]);
    });

    test("a dry run reports changes and makes none", async () => {
      const before = await listVersions(db, "lien");
      const tried = await importText(db, liens, lienHeader + lienRow(vins[0], "Z"), { dryRun: true });
      expect([tried.rows, tried.changes]).toEqual([
        1,
        { added: 0, removed: 2, changed: 1, by_year: {}, by_make: {} },
      ]);
      expect(await listVersions(db, "lien")).toEqual(before);
    });

    test("a rollback switches between two versions", async () => {
      for (const version of ["1", "2", "3"])
        await importText(db, liens, lienHeader + lienRow(vins[0], `Bank ${version}`), { version });
      const versions = async () => (await listVersions(db, "lien")).map((one) => [one.state, one.version]);
      const answered = async () => {
        forgetDatasets(db);
        return (await who.lookUp(`/lien/${vins[0]}`)).headers.get("x-data-source");
      };
      expect([await versions(), await answered()]).toEqual([
        [
          ["current", "3"],
          ["previous", "2"],
        ],
        "own 3",
      ]);
      expect((await compareVersions(db, lienRecords)).changed).toBe(1);
      await rollBack(db, lienRecords, Date.now);
      expect(await answered()).toBe("own 2");
      await rollBack(db, lienRecords, Date.now);
      expect(await answered()).toBe("own 3");
      const [count] = await db.all<{ rows: number }>(sql`select count(*) as rows from lien_record`);
      expect(count!.rows).toBe(2);
    });

    test("a second import is refused unless the first timed out", async () => {
      const request = {
        family: "lien",
        source: "records lien",
        input: "big.csv",
        mode: "replace",
        dryRun: false,
      } as const;
      const lock = await acquireImportLock(db, request, Date.now);
      const other = importText(db, liens, lienHeader + lienRow(vins[0], "A"));
      await expect(other).rejects.toThrow(
        /\/\d+ has been importing big.csv into lien since 20.*--stop [0-9a-f-]{36}\)/,
      );
      await importText(db, source(plateRecords), csvTemplate(plateRecords));
      expect(await requestStop(db, lock.id)).toBe(true);
      const stopped = lock.renew({ stage: "read", done: 0, total: null, rows: 0, rejected: 0 });
      await expect(stopped).rejects.toThrow("the import was stopped; nothing has changed");
      await lock.end("stopped", {});
      expect(await requestStop(db, lock.id)).toBe(false);
      const late = await acquireImportLock(db, request, () => Date.now() - 60_000);
      expect((await importText(db, liens, lienHeader + lienRow(vins[0], "A"))).rows).toBe(1);
      await expect(late.renew({ stage: "read", done: 0, total: null, rows: 0, rejected: 0 })).rejects.toThrow(
        "this import timed out, and another one has replaced it",
      );
    });
  });
}

test("a map names a file's columns and constant values", async () => {
  const service = await startService();
  const map = { vin: "VIN NO", "liens.1.lienholder": "Bank", as_of: { value: "2026-11-01" } };
  const text = `Id,VIN NO,Bank\n1,${vins[0]},Acme\n`;
  await importText(
    service.app.database,
    source(lienRecords, { mapping: mappingOfMap(JSON.stringify(map), "map") }),
    text,
  );
  expect(await bodies(service.app.database, lienRecords)).toEqual([
    { ...lienOf(vins[0], "Acme"), liens: [{ ...lienOf("", "Acme").liens[0], status: "" }] },
  ]);
  const wrong = source(lienRecords, { mapping: mappingOfMap(JSON.stringify({ ...map, vin: "VIN" }), "map") });
  await expect(importText(service.app.database, wrong, text)).rejects.toThrow(
    'line 1: no column "VIN", which the map names',
  );
  await service.end();
});

test("a first import is undone and restored", async () => {
  const service = await startService();
  const { database: db } = service.app;
  const plates = source(plateRecords);
  const states = async () => (await listVersions(db, "plate")).map(({ state }) => state);
  await expect(rollBack(db, plateRecords, Date.now)).rejects.toThrow("plate has no previous dataset");
  await importText(db, plates, csvTemplate(plateRecords));
  await rollBack(db, plateRecords, Date.now);
  expect(await states()).toEqual(["previous"]);
  await rollBack(db, plateRecords, Date.now);
  expect(await states()).toEqual(["current"]);
  await rollBack(db, plateRecords, Date.now);
  await importText(db, plates, csvTemplate(plateRecords));
  expect(await states()).toEqual(["current"]);
  await db.run(sql`update dataset set name = 'demo' where family = 'plate'`);
  await expect(rollBack(db, plateRecords, Date.now)).rejects.toThrow("plate has no previous dataset");
  await service.end();
});

test("undoing the first import brings the demo set back", async () => {
  const service = await startService();
  const { database: db } = service.app;
  const names = async () =>
    (await listVersions(db, "plate")).map(({ state, name, version }) => [state, name, version]);
  const load = (name: string, version: string) =>
    importText(db, source(plateRecords), csvTemplate(plateRecords), { metadata: { name }, version });
  await load("demo", "october");
  await load("own", "1");
  expect(await names()).toEqual([
    ["current", "own", "1"],
    ["previous", "demo", "october"],
  ]);
  await rollBack(db, plateRecords, Date.now);
  // Next month's demo set takes the place of this one, not of the operator's records.
  await load("demo", "november");
  expect(await names()).toEqual([
    ["current", "demo", "november"],
    ["previous", "own", "1"],
  ]);
  await rollBack(db, plateRecords, Date.now);
  expect(await names()).toEqual([
    ["current", "own", "1"],
    ["previous", "demo", "november"],
  ]);
  await service.end();
});
