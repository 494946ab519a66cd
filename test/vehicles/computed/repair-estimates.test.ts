import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { specificationRecords } from "../../../src/vehicles/families/apis/ymm-specs.ts";
import { estimatesFor } from "../../../src/vehicles/lookups/computed/repair/repair-arithmetic.ts";
import { catalogueOf } from "../../../src/vehicles/lookups/names/catalogue.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { randomNumbers } from "../../vin/vins.ts";
import { schemaFaults } from "../lookups/json-schema.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { repairCosts, repairEstimates } from "../lookups/schemas.ts";
import { load, unload } from "./records.ts";

const accord = "1HGCM82633A004352";
const tesla = "5YJ3E1EA7KF317000";
const motorcycle = "1HD1KB4197Y722798";

interface Service {
  readonly value: string;
  readonly title: string;
  readonly costs: readonly { name: string; low: number; high: number }[];
}
interface Repairs {
  readonly data: {
    data: {
      year: string;
      make: string;
      model: string;
      repair: { trim: string; repair: Service[] }[];
      note?: string;
    };
  };
}

const path = (...names: readonly string[]) => `/repair-estimates/${names.map(encodeURIComponent).join("/")}`;
test("bodies of thousands of generated vehicles follow the specification's 2.2", () => {
  const random = randomNumbers(11);
  const powertrains = ["gasoline", "hybrid", "diesel", "electric"] as const;
  const faults: string[] = [];
  for (let number = 0; number < 3000; number++) {
    const low = 2 + random(8);
    const vehicle = {
      powertrains: powertrains.filter((_, index) => index === number % 4 || random(4) === 0),
      build: (["car", "suv", "truck"] as const)[random(3)]!,
      tier: (["common", "premium", "exotic"] as const)[random(3)]!,
      cylinders: { low, high: low + random(9) },
      fourWheelDrive: random(2) === 0,
      weightClass: random(7),
    };
    const repair = [{ trim: "", repair: estimatesFor(vehicle, 1991 + random(36)) }];
    const data = { data: { year: "", make: "", model: "", repair } };
    faults.push(...schemaFaults(repairEstimates, JSON.parse(JSON.stringify({ status: "success", data }))));
  }
  expect(faults).toEqual([]);
});

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`repair estimates on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
    });
    afterAll(() => service.end());
    const repairs = async (path: string) => (await caller.lookUp(path)).body as Repairs;

    test("a VIN and its trim have the same response, byte for byte", async () => {
      const byVin = await caller.lookUp(`/repair-estimates/${accord}`);
      const byTrim = await caller.lookUp("/repair-estimates/2003/honda/accord/ex-v6");
      expect(byVin.status).toBe(200);
      expect(byVin.text).toBe(byTrim.text);
      expect([byVin.headers.get("x-match"), byTrim.headers.get("x-match")]).toEqual(["exact", "exact"]);
      expect(byVin.headers.get("x-data-source")).toBe("repair-table 2026-11");
      const { data } = (byVin.body as Repairs).data;
      expect([data.year, data.make, data.model]).toEqual(["2003", "HONDA", "Accord"]);
      expect(data.repair.map(({ trim }) => trim)).toEqual(["EX-V6"]);
      expect(data.repair[0]!.repair[0]).toEqual({
        title: "Oil Change",
        description: "Drains the engine oil, fits a new filter and fills fresh oil of the specified grade.",
        value: "oil-change",
        costs: [
          { name: "Parts", desc: "", high: 75, low: 25 },
          { name: "Labor", desc: "0.3 to 0.5 hours", high: 81, low: 36 },
        ],
      } as unknown as Service);
    });

    test("every body follows the specification's 2.2", async () => {
      const { app } = service;
      const catalogue = catalogueOf(app);
      const random = randomNumbers(5);
      const pick = <T>(list: readonly T[]) => list[random(list.length)]!;
      let answered = 0;
      const bodies = kind.dialect === "sqlite" ? 400 : 60;
      for (let count = 0; count < bodies; count++) {
        const year = 1991 + random(36);
        const [makeKey, make] = pick([...catalogue.makes("vehicles", year)]);
        const [modelKey, model] = pick([...catalogue.models("vehicles", year, makeKey)]);
        const trims = catalogue.trims("vehicles", year, makeKey, modelKey);
        const trim = trims.size > 0 ? pick([...trims.values()]) : "Base";
        const got = await caller.lookUp(path(String(year), make, model, trim));
        if (got.status === 404 && /is a heavy truck/.test(got.text)) continue;
        expect([got.status, schemaFaults(repairEstimates, got.body)]).toEqual([200, []]);
        answered += 1;
        for (const { repair } of (got.body as Repairs).data.data.repair) {
          expect(repair.length).toBeGreaterThanOrEqual(30);
          expect(new Set(repair.map(({ value }) => value)).size).toBe(repair.length);
          for (const { costs } of repair) {
            expect(costs.flatMap((cost, index) => schemaFaults(repairCosts[index]!, cost))).toEqual([]);
            for (const { low, high } of costs) expect(low).toBeLessThanOrEqual(high);
          }
        }
      }
      expect(answered).toBeGreaterThan(bodies * 0.7);
    }, 120_000);

    test("an electric car has no oil, plugs or exhaust", async () => {
      const { data } = (await repairs(`/repair-estimates/${tesla}`)).data;
      const values = data.repair.flatMap(({ repair }) => repair.map(({ value }) => value));
      expect(values).toContain("drive-unit-fluid-change");
      expect(values.filter((value) => /oil-change|spark|exhaust|muffler|fuel|engine/.test(value))).toEqual(
        [],
      );
      expect(values.length).toBeGreaterThanOrEqual(30);
    });

    test("a VIN with an open trim has one group per trim", async () => {
      const rows = ["LT", "LS"].map((trim) => ({
        year: 2019,
        names: ["TESLA", "Model 3", trim, ""],
        record: {},
      }));
      await load(service, specificationRecords, rows);
      const got = await caller.lookUp(`/repair-estimates/${tesla}`);
      expect(got.headers.get("x-match")).toBe("model");
      const { repair } = (got.body as Repairs).data.data;
      expect(repair.map(({ trim }) => trim)).toEqual(["LS", "LT"]);
      for (const group of repair) {
        const alone = await repairs(path("2019", "tesla", "model 3", group.trim));
        expect(alone.data.data.repair).toEqual([group]);
      }
      await unload(service, specificationRecords);
    });

    test("a vehicle without coverage is 404, free, with the coverage", async () => {
      const used = await caller.used();
      const covers =
        "there are estimates for cars, light trucks and multipurpose vehicles sold in the United States, model years 1991 to 2026.";
      const details: [string, string][] = [
        [path("1990", "honda", "accord", "ex"), `The model year 1990 is not covered: ${covers}`],
        [path("1990", "honda", "nobody", "knows"), `The model year 1990 is not covered: ${covers}`],
        [path("2027", "honda", "accord", "ex"), `The model year 2027 is not covered: ${covers}`],
        [
          `/repair-estimates/${motorcycle}`,
          `A 2007 HARLEY-DAVIDSON Street Glide (MOTORCYCLE) is not covered: ${covers}`,
        ],
      ];
      for (const [requested, detail] of details) {
        const got = await caller.lookUp(requested);
        expect(got.status).toBe(404);
        expect(got.body).toMatchObject({ code: "record_not_found", detail });
      }
      expect(await caller.used()).toBe(used);
    });

    test("common cars are found by their usual names", async () => {
      const common = [
        ...["2018/Ford/F-150/XLT", "2018/Ford/F-150/Lariat", "2019/Ford/Escape/SE", "2018/Ford/Fusion/SE"],
        ...[
          "2018/Toyota/Camry/LE",
          "2018/Toyota/Corolla/LE",
          "2019/Toyota/RAV4/XLE",
          "2017/Toyota/Tacoma/SR5",
        ],
        ...[
          "2018/Honda/CR-V/EX-L",
          "2018/Honda/Accord/Sport",
          "2019/Honda/Civic/LX",
          "2018/Honda/Pilot/EX-L",
        ],
        ...["2018/Chevrolet/Silverado 1500/LT", "2019/Chevrolet/Equinox/LT", "2018/Chevy/Malibu/LT"],
        ...["2018/BMW/3 Series/330i", "2018/BMW/3 Series/330i xDrive", "2019/BMW/X5/xDrive40i"],
        ...["2018/Mazda/Mazda 6/Touring", "2018/Mazda/6/Touring", "2018/Nissan/Altima/2.5 S"],
        ...[
          "2018/Nissan/Rogue/SV",
          "2018/Lexus/ES 350/Base",
          "2018/GMC/Sierra 1500/SLE",
          "2019/Hyundai/Elantra/SEL",
        ],
      ];
      expect(common.length).toBe(25);
      const answered = await Promise.all(common.map((names) => caller.lookUp(path(...names.split("/")))));
      expect(common.filter((_, index) => answered[index]!.status !== 200)).toEqual([]);
    });

    test("a trim is found by part of its name, else by model", async () => {
      const found = async (...names: string[]) => {
        const got = await caller.lookUp(path(...names));
        const { model, repair, note } = (got.body as Repairs).data.data;
        return [
          got.headers.get("x-match"),
          model,
          ...repair.map(({ trim }) => trim),
          ...(note ? [note] : []),
        ];
      };
      expect(await found("2018", "honda", "cr-v", "ex-l")).toEqual(["close", "CR-V", "EX-L/EX-L Navi"]);
      expect(await found("2018", "toyota", "camry", "LE")).toEqual([
        ...["close", "Camry", "L/LE/SE/XLE", "LE/SE/XLE/XSE"],
      ]);
      expect(await found("2018", "chevrolet", "silverado 1500", "lt")).toEqual(["exact", "Silverado", "LT"]);
      expect(await found("2018", "bmw", "3 series", "330i xDrive")).toEqual(["exact", "330i", "xDrive"]);
      expect(await found("2018", "bmw", "3 series", "330i")).toEqual(["model", "330i", ""]);
      expect(await found("2018", "lexus", "es 350", "base")).toEqual(["close", "ES", "350"]);
      expect(await found("2018", "mazda", "6", "touring")).toEqual(["exact", "Mazda6", "Touring"]);
      expect(await found("2018", "ford", "f-150", "XLT")).toEqual([
        ...["model", "F-150", ""],
        'No trim "XLT" of the 2018 FORD F-150 is known: these are the estimates of the whole model.',
      ]);
    });

    test("selectors lead from the covered years to a response", async () => {
      const offered = async (steps: string) =>
        ((await caller.lookUp(`/repair-estimates/options/${steps}`)).body as { data: string[] }).data;
      const years = await offered("year");
      expect([years[0], years.at(-1), years.length]).toEqual(["2026", "1991", 36]);
      expect(await offered("make/2018")).toContain("HONDA");
      expect(await offered("model/2018/honda")).toContain("CR-V");
      expect(await offered("trim/2018/honda/cr-v")).toEqual([
        "All trims",
        "EX",
        "EX-L/EX-L Navi",
        "LX",
        "TOURING",
      ]);
      expect(await offered("trim/2018/nissan/altima")).toEqual(["All trims"]);
      const whole = await repairs(path("2018", "nissan", "altima", "All trims"));
      expect([whole.data.data.repair[0]!.trim, whole.data.data.note]).toEqual(["", undefined]);
      const early = await caller.lookUp("/repair-estimates/options/make/1990");
      expect(early.body).toMatchObject({ code: "record_not_found", suggestions: [] });
      // Records and vPIC name vehicles together.
      const levante = { year: 2017, names: ["MASERATI", "Levante", "Base", ""], record: {} };
      await load(service, specificationRecords, [levante]);
      expect(await offered("trim/2017/maserati/levante")).toEqual(["All trims", "Base", "Luxury", "Sport"]);
      for (const trim of ["base", "luxury"])
        expect((await caller.lookUp(path("2017", "maserati", "levante", trim))).headers.get("x-match")).toBe(
          "exact",
        );
      await unload(service, specificationRecords);
    });

    test("an unknown model is 404 with the nearest names", async () => {
      const got = await caller.lookUp(path("2018", "honda", "cr-w", "ex"));
      const { code, suggestions } = got.body as { code: string; suggestions: string[] };
      expect([got.status, code, suggestions.includes("CR-V")]).toEqual([404, "vehicle_not_found", true]);
      const far = await caller.lookUp(path("2018", "honda", "zzzzzzzz", "ex"));
      expect((far.body as { suggestions: string[] }).suggestions.length).toBe(5);
      // A trim without a letter or a digit is invalid; the message names the valid ones.
      const empty = await caller.lookUp(path("2018", "nissan", "altima", "---"));
      expect(empty.body).toMatchObject({ code: "vehicle_not_found", suggestions: ["All trims"] });
    });
  });
}
