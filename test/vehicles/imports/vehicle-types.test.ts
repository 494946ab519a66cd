import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { finnishTypes } from "../../../src/vehicles/families/apis/vehicle-types.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { astraSource } from "../../../src/vehicles/imports/sources/registers/astra.ts";
import { traficomSource } from "../../../src/vehicles/imports/sources/registers/traficom.ts";
import type { Source } from "../../../src/vehicles/imports/sources/source.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importText } from "./importing.ts";
import { astraFile, traficomHeader, traficomRow } from "./register-files.ts";

const golf = "WVWZZZ1KZ5P000001";
const today = new Date().toISOString().slice(0, 10);

const approval = (number: string, type: string, pattern: string, more = {}) => ({
  Typengenehmigungsnummer: number,
  "03 Fahrzeugklasse": "M1",
  "04 Marke": "VW",
  "04 Typ": type,
  "06 Vorziffer": pattern,
  "07 Karosserieform": "Limousine",
  "09 EU-Gesamtgenehmigung": "e1*2001/116*0242",
  "17 Achsantrieb": "V",
  "25 Motor Typ": "BKC",
  "26 Bauart Treibstoff": "D",
  "27 Hubraum": "1896",
  "28 Leistung kW": "77",
  "37 Anzahl Plätze Total von": "4",
  "37 Anzahl Plätze Total bis": "5",
  "38 Anzahl Türen": "5",
  ...more,
});

const diesel = {
  make: "VW",
  model: "Golf 1.9 TDI",
  category: "M1",
  body: "Limousine",
  fuel: "Diesel",
  drive: "Front-wheel drive",
  engine_code: "BKC",
  displacement_cc: 1896,
  power_kw: 77,
  doors: 5,
  seats: 5,
  type_approval: "e1*2001/116*0242",
};

const finnish = (number: string, year: string, more = {}) =>
  traficomRow({
    ajoneuvoluokka: "M1",
    valmistenumero2: number,
    kayttoonottopvm: year,
    merkkiSelvakielinen: "Volkswagen",
    mallimerkinta: "5D GOLF VARIANT 1.9TDI-1K/257",
    kaupallinenNimi: "GOLF",
    korityyppi: "AC",
    kayttovoima: "02",
    iskutilavuus: "1896",
    suurinNettoteho: "77,5",
    ovienLukumaara: "5",
    istumapaikkojenLkm: "5",
    tyyppihyvaksyntanro: "e1*2001/116*0242",
    kunta: "091",
    ...more,
  });

const finnishGolf = {
  make: "Volkswagen",
  model: "GOLF",
  category: "M1",
  body: "Station wagon",
  fuel: "Diesel",
  displacement_cc: 1896,
  power_kw: 77.5,
  doors: 5,
  seats: 5,
  type_approval: "e1*2001/116*0242",
};

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`types of vehicles on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    const load = (source: Source, text: string | Uint8Array) =>
      importText(service.app.database, source, text, { version: "2026-11-01" });
    const look = async (vin: string) => {
      forgetDatasets(service.app.database);
      const { status, headers, body } = await who.lookUp(`/vehicle-types/${vin}`);
      const { data, detail } = body as { data?: unknown; detail?: unknown };
      return [status, headers.get("x-data-source"), data ?? detail];
    };
    const swiss = (more: object) => ({
      source: "astra",
      version: "2026-11-01",
      imported_on: today,
      publisher: "Swiss Federal Roads Office (ASTRA), TG-Automobil",
      country: "CHE",
      ...more,
    });
    const fromFinland = (more: object) => ({
      source: "traficom",
      version: "2026-11-01",
      imported_on: today,
      publisher: "Finnish Transport and Communications Agency (Traficom), open data of vehicles",
      country: "FIN",
      ...more,
    });
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());

    test("without types a lookup is 404 and costs nothing", async () => {
      expect(await look(golf)).toEqual([
        404,
        null,
        `No record of types of ${golf} here. No types-che data is loaded.`,
      ]);
      expect(await who.used()).toBe(0);
    });

    test("Swiss approvals are candidates by their patterns", async () => {
      const file = astraFile(
        approval("1VA001", "Golf 1.9 TDI", "WVW...1K......... / WVWZZZ1KZ........"),
        approval("1VA002", "Golf 1.9 TDI", "WVW...1K........."),
        approval("1VA003", "Golf GTI", "WVWZZZ1KZ........", {
          "26 Bauart Treibstoff": "B",
          "27 Hubraum": "1984",
          "28 Leistung kW": "147",
          "25 Motor Typ": "AXX",
        }),
        approval("1VA003", "Golf GTI", "WVWZZZ1KZ........"),
        approval("1VA004", "Passat", "WVW...3C........."),
        // Neither repaired nor guessed.
        approval("1VA005", "Polo", "WVWZZZ9N"),
        approval("1VA006", "Polo", "WVW..............."),
        approval("1VA007", "Polo", "WV....9N........."),
        approval("1VA008", "Polo", "siehe Bemerkungen"),
        approval("1VA009", "Polo", "WVW...9N......... / andere"),
      );
      const { rows, rows_rejected, passed_over } = await load(astraSource, file);
      expect([rows, rows_rejected, passed_over]).toEqual([
        5,
        0,
        {
          "approvals with the number and pattern of one before": 1,
          "approvals without a pattern of whole VINs": 5,
        },
      ]);
      const { model: _, engine_code, fuel, displacement_cc, power_kw, ...shared } = diesel;
      expect(await look(golf)).toEqual([
        200,
        "astra 2026-11-01",
        {
          vin: golf,
          sources: [
            swiss({
              candidate_count: 2,
              facts: { ...shared, model: "Golf" },
              candidates: [
                { ...diesel, approvals: 3 },
                {
                  ...diesel,
                  model: "Golf GTI",
                  fuel: "Gasoline",
                  engine_code: "AXX",
                  displacement_cc: 1984,
                  power_kw: 147,
                  approvals: 1,
                },
              ],
            }),
          ],
        },
      ]);
      expect(await look("WVWZZZ3CZ5P000001")).toEqual([
        200,
        "astra 2026-11-01",
        {
          vin: "WVWZZZ3CZ5P000001",
          sources: [
            swiss({
              candidate_count: 1,
              facts: { ...diesel, model: "Passat" },
              candidates: [{ ...diesel, model: "Passat", approvals: 1 }],
            }),
          ],
        },
      ]);
    });

    test("Finnish vehicles are counted by the beginning of their VINs", async () => {
      const file =
        traficomHeader +
        finnish("WVWZZZ1KZ5", "20050110") +
        finnish("WVWZZZ1KZ5", "20060000") +
        finnish("WVWZZZ1KZ5", "20050302") +
        finnish("WVWZZZ1KZ5", "", { kaupallinenNimi: "GOLF PLUS", korityyppi: "AF" }) +
        finnish("WVWZZZ1KX5", "20050000", { kaupallinenNimi: "JETTA" }) +
        finnish("", "20050000") +
        finnish("YAAAAAAAA5", "20050000", { ajoneuvoluokka: "O1" }) +
        finnish("WVWZZZ1KZ5", "20050000", { kaupallinenNimi: "", mallimerkinta: "" });
      const { rows, rows_rejected, passed_over } = await load(traficomSource, file);
      expect([rows, rows_rejected, passed_over]).toEqual([
        3,
        0,
        {
          "vehicles without the beginning of a VIN": 1,
          "trailers, tractors and machinery": 1,
          "vehicles without a make or model": 1,
        },
      ]);
      const [status, source, data] = await look(golf);
      expect([status, source]).toEqual([200, "astra 2026-11-01, traficom 2026-11-01"]);
      const { body: _, ...shared } = finnishGolf;
      expect((data as { sources: unknown[] }).sources[1]).toEqual(
        fromFinland({
          candidate_count: 2,
          facts: shared,
          candidates: [
            { ...finnishGolf, first_used: 2005, last_used: 2006, vehicles: 3 },
            { ...finnishGolf, model: "GOLF PLUS", body: "Multi-purpose vehicle", vehicles: 1 },
          ],
        }),
      );
    });

    test("the ninth character decides only where it is known", async () => {
      const models = async (vin: string) => {
        const [, , data] = await look(vin);
        const sources = (data as { sources: { candidates: { model: string }[] }[] }).sources;
        return sources.at(-1)!.candidates.map(({ model }) => model);
      };
      expect(await models("WVWZZZ1KX5P000001")).toEqual(["JETTA"]);
      // A check digit that Finland has no vehicle with.
      expect(await models("WVWZZZ1K15P000001")).toEqual(["GOLF", "JETTA", "GOLF PLUS"]);
      expect((await look("WVWZZZ1KZ6P000001"))[1]).toBe("astra 2026-11-01");
      expect(await look("WVGZZZ5NZ9W000001")).toEqual([
        404,
        null,
        "No record of types of WVGZZZ5NZ9W000001 here. Registers list the vehicles of their country alone.",
      ]);
    });

    const decode = async (vin: string) => {
      const { status, headers, body } = await who.lookUp(`/oem-vin-decode/${vin}`);
      const { data } = body as { data: { basic: { model: string }; vehicle_types?: unknown } };
      return [status, headers.get("x-data-source"), data.basic.model, data.vehicle_types] as const;
    };

    test("a full decode without a model of vPIC has the same types beside it", async () => {
      const [, , types] = await look(golf);
      const [status, source, model, found] = await decode(golf);
      expect([status, model, found]).toEqual([200, "", (types as { sources: unknown }).sources]);
      expect(source).toEndWith(", astra 2026-11-01, traficom 2026-11-01");
    });

    test("an operator's own types are imported by their columns", async () => {
      const own = recordsSource(finnishTypes, { yearMax: 2028 });
      const { rows, rejected } = await importText(
        service.app.database,
        own,
        "pattern,id,make,model,first_used,last_used,vehicles\nyv1fw,1,Volvo,V60,2010,2012,2\nYV1FW,2,Volvo,V60,2011,2015,3\nYV.FW,2,Volvo,V60,,,2\n3VWCB,3,Volkswagen,Jetta,2019,2019,1\n",
        { version: "1", rejectLimit: { rows: 1 } },
      );
      expect([rows, rejected]).toEqual([
        3,
        { "pattern must be the beginning of VINs, with a dot for any character": 1 },
      ]);
      // vPIC's own model is neither completed nor contradicted.
      const jetta = "3VWCB7BU0KM000001";
      expect((await look(jetta))[0]).toBe(200);
      const american = await decode(jetta);
      expect([american[2], american[3]]).toEqual(["Jetta", undefined]);
      const [, source, data] = await look("YV1FW00D0J1000001");
      // A type's vehicles can be counted in several records.
      const type = { make: "Volvo", model: "V60" };
      expect([source, (data as { sources: unknown[] }).sources]).toEqual([
        "own 1",
        [
          {
            source: "own",
            version: "1",
            imported_on: today,
            publisher: "the operator",
            country: "FIN",
            candidate_count: 1,
            facts: type,
            candidates: [{ ...type, first_used: 2010, last_used: 2015, vehicles: 5 }],
          },
        ],
      ]);
    });
  });
}
