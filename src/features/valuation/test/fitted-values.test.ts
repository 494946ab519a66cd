import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, startService, type TestService, testStart } from "../../../../test/harness.ts";
import { load, unload } from "../../../../test/vehicles/computed/records.ts";
import { type LookupCaller, lookupCaller } from "../../../../test/vehicles/lookups/lookup-caller.ts";
import { sql } from "../../../database/sql.ts";
import { saleRecords } from "../../../vehicles/families/apis/saleshistory.ts";
import { erase } from "../../../vehicles/imports/datasets/erase.ts";
import { rollBack } from "../../../vehicles/imports/datasets/versions.ts";
import { createRecordTables } from "../../../vehicles/imports/staging/record-tables.ts";
import { forgetDatasets } from "../../../vehicles/lookups/records/datasets.ts";
import { checkValues, fitCurrent } from "../value-check.ts";
import { syntheticSales } from "./synthetic-sales.ts";

const accord = "1HGCM82633A004352";
const sales = syntheticSales(600);

interface Answered {
  readonly data: {
    readonly basic: Record<string, string>;
    readonly statistics: Record<string, unknown> & { notes: string[] };
  };
}

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`fitted market values on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
      await load(service, saleRecords, sales);
    });
    afterAll(() => service.end());
    const statistics = async (path: string) => ((await caller.lookUp(path)).body as Answered).data.statistics;
    const fits = () => service.app.database.all<{ dataset: number }>(sql`select dataset from sale_fit`);

    test("an import fits prices, and answers say what was measured", async () => {
      const { body } = await caller.lookUp(`/market-valuation/${accord}?mileage=150000`);
      const { data } = body as Answered;
      const { sales: _, ...shown } = data.statistics;
      // The same on both databases, number by number.
      expect(shown).toEqual({
        comparables: 30,
        p15: 3756,
        p50: 4277,
        p85: 4932,
        mileage_median: 148_853,
        mileage_used: 150_000,
        as_of: "2026-11-21",
        confidence: "high",
        method: "fitted",
        coverage: 0.6971,
        coverage_n: 482,
        error_median: 0.0888,
        outliers: 0,
        window_days: 365,
        years: ["2003"],
        notes: [],
      });
    });

    test("a range named by model alone is wider than one by VIN", async () => {
      const byVin = await statistics(`/market-valuation/${accord}?mileage=150000`);
      const byNames = await statistics("/market-valuation/2003/honda/accord?mileage=150000");
      const width = ({ p15, p85 }: Record<string, unknown>) => Number(p85) / Number(p15);
      expect(width(byNames)).toBeGreaterThan(width(byVin));
      expect(byNames.method).toBe("fitted");
    });

    test("without a mileage, the usual one of these sales is taken", async () => {
      const { data } = (await caller.lookUp("/market-valuation/2003/honda/accord")).body as Answered;
      // These vehicles run fewer than the documented miles, 195,000.
      expect(data.basic.mileage).toBe("144690");
      expect(data.statistics.notes).toEqual(["No mileage was given: 144690 is usual at this age."]);
    });

    test("a mileage that no sale is near is not valued", async () => {
      const { data } = (await caller.lookUp(`/market-valuation/${accord}?mileage=999999`)).body as Answered;
      expect(data.statistics.mileage_used).toBe(Number(data.basic.mileage));
      expect(Number(data.basic.mileage)).toBeLessThan(400_000);
      expect(data.statistics.notes).toEqual([
        `A mileage of 999999 is too far from the sales compared: the values are for ${data.basic.mileage}.`,
      ]);
      expect(Number(data.statistics.p50)).toBeGreaterThan(500);
    });

    test("a check measures the same and changes nothing", async () => {
      const before = await statistics(`/market-valuation/${accord}?mileage=150000`);
      const check = await checkValues(service.app.database, testStart, () => {});
      expect(check).toMatchObject({
        records: 600,
        sales: 600,
        models: 3,
        stored: false,
        fitted_at: testStart,
      });
      const { high } = check.measured!.vin;
      expect(before).toMatchObject({
        coverage: high!.coverage,
        coverage_n: high!.n,
        error_median: high!.median,
      });
      expect(await statistics(`/market-valuation/${accord}?mileage=150000`)).toEqual(before);
    });

    test("a fit stays with its dataset through rollback and erasure", async () => {
      const fitted = await statistics(`/market-valuation/${accord}?mileage=150000`);
      await load(service, saleRecords, sales.slice(0, 150), "few");
      const few = await statistics(`/market-valuation/${accord}?mileage=150000`);
      expect(few).toMatchObject({ method: "defaults", coverage: null, coverage_n: 0, error_median: null });
      await rollBack(service.app.database, saleRecords, () => testStart);
      forgetDatasets(service.app.database);
      expect(await statistics(`/market-valuation/${accord}?mileage=150000`)).toEqual(fitted);
      const vin = sales.find(({ model }) => model === "Civic")!.vin;
      await erase(service.app.database, { kind: "vin", vin }, () => testStart, false);
      forgetDatasets(service.app.database);
      expect(await statistics(`/market-valuation/${accord}?mileage=150000`)).toEqual(fitted);
    });

    test("a dataset without a fit gets one on command", async () => {
      const { database } = service.app;
      const fitted = await statistics(`/market-valuation/${accord}?mileage=150000`);
      await database.run(sql`delete from sale_fit`);
      await database.run(sql`update dataset set loaded_at = loaded_at + 1`);
      forgetDatasets(database);
      expect(await statistics(`/market-valuation/${accord}?mileage=150000`)).toMatchObject({
        method: "defaults",
      });
      const check = await fitCurrent(
        database,
        () => testStart,
        () => {},
      );
      expect(check).toMatchObject({ stored: true, fitted_at: testStart });
      forgetDatasets(database);
      const again = await statistics(`/market-valuation/${accord}?mileage=150000`);
      // One sale was erased since.
      expect(again).toMatchObject({ method: "fitted", comparables: fitted.comparables });
    });

    test("a deleted dataset leaves no fit", async () => {
      expect((await fits()).length).toBe(1);
      await unload(service, saleRecords);
      expect(await fits()).toEqual([]);
      await expect(checkValues(service.app.database, testStart, () => {})).rejects.toThrow(
        "saleshistory has no dataset",
      );
    });

    test("a database of an earlier version gets the table", async () => {
      const { database } = service.app;
      await database.run(sql`drop table sale_fit`);
      expect(await createRecordTables(database)).toEqual(["sale_fit"]);
      expect(await createRecordTables(database)).toEqual([]);
    });
  });
}
