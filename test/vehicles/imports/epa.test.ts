import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeKey, nameKey } from "../../../src/vehicles/families/names.ts";
import { openInput } from "../../../src/vehicles/imports/input/input.ts";
import { textOf, utf8Of } from "../../../src/vehicles/imports/input/utf8.ts";
import { openCsv } from "../../../src/vehicles/imports/readers/csv.ts";
import { divideModel, epaSource } from "../../../src/vehicles/imports/sources/epa.ts";
import { currentTable } from "../../../src/vehicles/lookups/combinations/current-table.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { epaFile } from "../../vin/agreement-epa.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importFile } from "./importing.ts";

type Vehicle = Readonly<Record<string, string>>;

/** The table, read with only the parser of the code under test. */
async function readTable(): Promise<Vehicle[]> {
  await using input = await openInput(epaFile!, { members: /csv$/, bytesMax: 2 ** 30, folder: "/nowhere" });
  const { columns, batches } = await openCsv(textOf(utf8Of(input.read())));
  const vehicles: Vehicle[] = [];
  for await (const { rows } of batches)
    for (const row of rows) vehicles.push(Object.fromEntries(columns.map((name, at) => [name, row[at]!])));
  return vehicles;
}

const countBy = (vehicles: readonly Vehicle[], key: (vehicle: Vehicle) => string) => {
  const counts = new Map<string, number>();
  for (const vehicle of vehicles) counts.set(key(vehicle), (counts.get(key(vehicle)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};
const added = (by: Readonly<Record<string, { added: number }>>) =>
  Object.fromEntries(Object.entries(by).map(([name, counts]) => [name, counts.added]));

const version = "2025-10-28";
const positive = (text: string) => (Number(text) > 0 ? text : "");

for (const kind of kinds) {
  describe.skipIf(kind.missing || epaFile === undefined)(`EPA's whole table on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    let vehicles: Vehicle[];
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
      vehicles = await readTable();
    });
    afterAll(() => service.end());

    /** The next lookup finds the import without reading the whole table within its own timeout. */
    async function showImported() {
      forgetDatasets(service.app.database);
      await currentTable(service.app.database);
    }

    test("imports every row; a second import changes nothing", async () => {
      const { database } = service.app;
      const first = await importFile(database, epaSource, epaFile!);
      // The latest day on which a row of the file changed.
      expect(first.version).toBe(version);
      expect(vehicles).toHaveLength(49_582);
      const { rows, rows_read, rows_rejected, changes } = first;
      expect([rows, rows_read, rows_rejected]).toEqual([49_582, 49_582, 0]);
      expect(added(changes.by_year)).toEqual(countBy(vehicles, ({ year }) => year!));
      expect(added(changes.by_make)).toEqual(countBy(vehicles, ({ make }) => make!.replace(/ +/g, " ")));
      const again = await importFile(database, epaSource, epaFile!);
      expect(again.changes).toEqual({ added: 0, removed: 0, changed: 0, by_year: {}, by_make: {} });
      expect(again.rows_checksum).toBe(first.rows_checksum);
    }, 300_000);

    test("repair estimates do not offer EPA's combinations as trims", async () => {
      await showImported();
      const listed = await who.lookUp("/repair-estimates/options/trim/2018/Honda/CR-V");
      expect(listed.status).toBe(200);
      expect(
        (listed.body as { data: string[] }).data.filter((trim) => /cyl|FWD|AWD|CVT/i.test(trim)),
      ).toEqual([]);
      const estimate = await who.lookUp("/repair-estimates/5J6RW2H59JL990075");
      const groups = (estimate.body as { data: { data: { repair: { trim: string }[] } } }).data.data.repair;
      expect(groups.map(({ trim }) => trim)).toEqual(["EX"]);
    });

    test("decodes and batches add the table's unambiguous values", async () => {
      await showImported();
      const vin = "1HGCM82633A004352";
      const got = await who.lookUp(`/vin-decoder/${vin}`);
      const { data } = got.body as {
        data: { drivetrain: object; derived: readonly { field: string; source?: string }[] };
      };
      expect(data.drivetrain).toEqual({ drive_type: "FWD/Front-Wheel Drive" });
      expect(data.derived.filter(({ source }) => source === `epa ${version}`)).toHaveLength(2);
      const source = `${got.headers.get("x-data-source")}`;
      expect(source).toMatch(/^vpic-packaged .*, epa 2025-10-28$/);
      const batch = await service.ask("POST", "/vin-decoder/batch", {
        headers: { "x-AuthKey": who.account.key },
        json: { vins: [vin] },
      });
      expect((batch.body as { data: unknown[] }).data).toEqual([got.body]);
      const decoded = await who.lookUp(`/vin-decoder/${vin}?explain=true`);
      const { explanation } = (
        decoded.body as { data: { explanation: { elements: { element_id: number }[] } } }
      ).data;
      expect(explanation.elements.find(({ element_id }) => element_id === 15)).toMatchObject({
        value: "FWD/Front-Wheel Drive",
        decided_by: "derived",
        positions: [],
      });
      const full = await who.lookUp(`/oem-vin-decode/${vin}`);
      // The detailed decode has what follows by law as well.
      const { derived } = (full.body as { data: { derived: readonly { field: string }[] } }).data;
      expect(derived.slice(0, 2)).toEqual([...data.derived]);
      expect(derived.slice(2).map(({ field }) => field)).toEqual([
        "SeatBeltsAll",
        "AirBagLocFront",
        "GVWR_to",
      ]);
    });

    test("returns the file's figures for vehicles of all its parts", async () => {
      await showImported();
      const answers = new Map<string, readonly Answer[]>();
      // A lookup on PostgreSQL takes four times as long.
      for (let at = 0; at < (kind.dialect === "sqlite" ? 1000 : 200); at += 1) {
        const vehicle = vehicles[(at * 7919) % vehicles.length]!;
        const [model] = divideModel(vehicle);
        const path = [vehicle.year!, vehicle.make!, model].map(encodeURIComponent).join("/");
        const known = answers.get(path) ?? (await answersOf(who, path));
        answers.set(path, known);
        const found = known.filter(({ specs }) => specs.record?.epa_id === vehicle.id);
        expect(found).toHaveLength(1);
        const { specs, names, source } = found[0]!;
        expect(source).toBe(`epa ${version}`);
        expect([names.year, makeKey(names.make!), nameKey(names.model!)]).toEqual([
          vehicle.year!,
          makeKey(vehicle.make!),
          nameKey(model),
        ]);
        expect(figuresOf(specs)).toEqual({
          mpg: [vehicle.city08, vehicle.highway08, vehicle.comb08].map((one) => positive(one!)),
          engine: [vehicle.displ!, vehicle.cylinders!],
          fuel: vehicle.fuelType!,
          transmission: vehicle.trany!,
          drive: vehicle.drive!,
          class: vehicle.VClass!,
          co2: vehicle.co2TailpipeGpm!,
        });
      }
    }, 300_000);
  });
}

type Specs = Readonly<Record<string, Readonly<Record<string, string>>>>;

function figuresOf({ mpg, engine, fuel, transmission, drive, body, emissions }: Specs) {
  return {
    mpg: [mpg!.city, mpg!.highway, mpg!.combined],
    engine: [engine!.displacement_l, engine!.cylinders],
    fuel: fuel!.type,
    transmission: transmission!.type,
    drive: drive!.type,
    class: body!.class,
    co2: emissions!.co2_grams_per_mile,
  };
}

interface Answer {
  readonly specs: Specs;
  readonly names: Vehicle;
  readonly source: string | null;
}

/** The specifications of every trim that the selector offers for a model. */
async function answersOf(who: LookupCaller, path: string): Promise<readonly Answer[]> {
  const trims = (await who.lookUp(`/ymm-specs/options/v3/trim/${path}`)).body as { data: string[] };
  const answers: Answer[] = [];
  for (const trim of trims.data) {
    const got = await who.lookUp(`/ymm-specs/v3/${path}/${encodeURIComponent(trim)}`);
    const { specs, ...names } = (got.body as { data: { specs: Specs } & Vehicle }).data;
    answers.push({ specs, names, source: got.headers.get("x-data-source") });
  }
  return answers;
}
