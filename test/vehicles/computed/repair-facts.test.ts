import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { specificationRecords } from "../../../src/vehicles/families/apis/ymm-specs.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { recorded } from "../../shared-data.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { load, unload } from "./records.ts";

const golden = recorded<Recorded>("vpic_golden.json");
const f150 = "1FTFW1ET5DFC10312";
const diesel = "1J4GL58575W681243";

interface Groups {
  readonly repair: { trim: string; repair: { value: string }[] }[];
}

interface Repairs {
  readonly data: { data: Groups & { narrowed: Groups & { by: string } } };
}

/** The response of NHTSA's own service for a VIN, by the names of its variables. */
type Recorded = Readonly<Record<string, string>>;

describe("repair estimates follow a VIN's own facts", () => {
  let service: TestService;
  let caller: LookupCaller;
  beforeAll(async () => {
    service = await startService(kinds[0]!);
    caller = await lookupCaller(service);
  });
  afterAll(() => service.end());

  const groupsOf = async (vin: string) => {
    const got = await caller.lookUp(`/repair-estimates/${vin}?narrow=true`);
    if (got.status !== 200) return undefined;
    const { repair } = (got.body as Repairs).data.data.narrowed;
    return repair.map(({ trim, repair: services }) => ({ trim, values: services.map(({ value }) => value) }));
  };

  test("an ordinary F-150 is no Raptor", async () => {
    const [group, ...others] = (await groupsOf(f150))!;
    expect([group!.trim, others.length]).toEqual(["", 0]);
  });

  test("only the answer that is asked to be narrowed has the costs of the VIN's own engine", async () => {
    const whole = await caller.lookUp(`/repair-estimates/${diesel}`);
    const { repair } = (whole.body as Repairs).data.data;
    const got = await caller.lookUp(`/repair-estimates/${diesel}?narrow=true`);
    const { narrowed, ...rest } = (got.body as Repairs).data.data;
    expect<unknown>({ status: "success", data: { data: rest } }).toEqual(whole.body);
    expect(await caller.lookUp(`/repair-estimates/${diesel}?narrow=false`)).toMatchObject({
      text: whole.text,
    });
    const own = narrowed.repair[0]!.repair;
    const values = (services: readonly { value: string }[]) => services.map(({ value }) => value);
    expect([narrowed.by, narrowed.repair.length, values(own).includes("spark-plug-replacement")]).toEqual([
      "Diesel, 4 cylinders, Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV), Class 1D",
      1,
      false,
    ]);
    expect(values(repair[0]!.repair)).toContain("spark-plug-replacement");
  });

  test("only trims that fit the facts are returned", async () => {
    const row = (trim: string, facts: object) => ({
      year: 2013,
      names: ["FORD", "F-150", trim, ""],
      facts,
      record: {},
    });
    // The VIN has a gasoline engine of six cylinders.
    const rows = [row("Six", { cylinders: 6 }), row("Eight", { cylinders: 8 }), row("Open", {})];
    const trims = async () => (await groupsOf(f150))!.map(({ trim }) => trim);
    await load(service, specificationRecords, rows);
    expect(await trims()).toEqual(["Open", "Six"]);
    await load(service, specificationRecords, rows.slice(0, 2));
    expect(await trims()).toEqual(["Six"]);
    await load(service, specificationRecords, rows.slice(0, 1));
    expect(await trims()).toEqual([""]);
    await unload(service, specificationRecords);
  });

  test.skipIf(!golden)("no recorded VIN has services for a drive it lacks", async () => {
    const faults: string[] = [];
    let answered = 0;
    for (const [vin, known] of Object.entries(golden!)) {
      const groups = await groupsOf(vin);
      if (!groups) continue;
      answered += 1;
      const fuel = known["Fuel Type - Primary"] ?? "";
      const electric = `${known["Fuel Type - Secondary"] ?? ""} ${known["Electrification Level"] ?? ""}`;
      const has = (pattern: RegExp) =>
        groups.some(({ values }) => values.some((value) => pattern.test(value)));
      const fault = (found: boolean, what: string) => {
        if (found) faults.push(`${vin} ${known.Make} ${known.Model} ${fuel} ${known["Drive Type"]}: ${what}`);
      };
      fault(fuel === "Gasoline" && has(/^glow-plug|diesel/), "diesel services");
      fault(fuel === "Gasoline" && !/Electric|HEV/.test(electric) && has(/^hybrid-/), "hybrid services");
      fault(fuel === "Diesel" && has(/^spark-plug/), "spark plugs");
      fault(!/4WD|4x4/.test(known["Drive Type"] ?? "") && has(/^transfer-case/), "a transfer case");
      fault(
        known.Trim === undefined && groups.some(({ trim }) => trim !== ""),
        "a trim that it does not have",
      );
    }
    expect(answered).toBeGreaterThan(300);
    expect(faults).toEqual([]);
  });
});
