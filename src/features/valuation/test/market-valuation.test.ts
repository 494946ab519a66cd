import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, problem, startService, type TestService, testStart } from "../../../../test/harness.ts";
import { load, unload } from "../../../../test/vehicles/computed/records.ts";
import { type LookupCaller, lookupCaller } from "../../../../test/vehicles/lookups/lookup-caller.ts";
import { saleRecords } from "../../../vehicles/families/apis/saleshistory.ts";
import type { EventRow } from "../../../vehicles/families/record-family.ts";

/** A 2003 Honda Accord EX-V6. */
const accord = "1HGCM82633A004352";
const day = 86_400_000;

const sale = (number: number, more: Partial<EventRow> = {}): EventRow => ({
  vin: `1HGCM82633A${String(number).padStart(6, "0")}`,
  at: testStart - (number + 1) * day,
  id: "1",
  year: 2003,
  make: "HONDA",
  model: "Accord",
  trim: "EX-V6",
  price: 4000 + number * 100,
  odometer: 100_000,
  state: "OH",
  record: { post_date: "", data: { seller_type: "dealership" } },
  ...more,
});
const six = [0, 1, 2, 3, 4, 5].map((number) => sale(number));

const unfitted =
  "Nothing is fitted to these sales: the adjustments are the documented defaults, and the range is not measured.";

interface Valued {
  readonly data: {
    readonly basic: Record<string, string>;
    readonly market_value: {
      market_value_data: { trim: string; "market value": Record<string, string>[] }[];
    };
    readonly statistics: Record<string, number | string> & { notes: string[]; years: string[] };
  };
}

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`market valuation on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
    });
    afterAll(() => service.end());
    const value = async (path: string) => (await caller.lookUp(path)).body as Valued;

    test("values a VIN at the given mileage, with a complete response", async () => {
      await load(service, saleRecords, six);
      const got = await caller.lookUp(`/market-valuation/${accord}?mileage=100,000`);
      expect(got.status).toBe(200);
      expect(got.headers.get("x-data-source")).toBe("sample 1");
      const values = (Condition: string, [trade, party, retail]: readonly string[]) => ({
        Condition,
        "Trade-In": trade!,
        "Private Party": party!,
        "Dealer Retail": retail!,
      });
      expect(got.body).toEqual({
        status: "success",
        data: {
          intro: { vin: accord },
          basic: {
            make: "HONDA",
            model: "Accord",
            year: "2003",
            trim: "EX-V6",
            mileage: "100000",
            state: "",
          },
          market_value: {
            market_value_data: [
              {
                trim: "EX-V6",
                "market value": [
                  values("Outstanding", ["$3,766", "$4,125", "$4,484"]),
                  values("Clean", ["$3,570", "$3,910", "$4,250"]),
                  values("Average", ["$3,470", "$3,801", "$4,131"]),
                  values("Rough", ["$3,374", "$3,695", "$4,016"]),
                ],
              },
            ],
          },
          statistics: {
            comparables: 6,
            p15: 3591,
            p50: 4250,
            p85: 5030,
            mileage_median: 100_000,
            mileage_used: 100_000,
            as_of: "2026-11-21",
            confidence: "medium",
            method: "defaults",
            coverage: null,
            coverage_n: 0,
            error_median: null,
            outliers: 0,
            window_days: 365,
            years: ["2003"],
            sales: six.map(({ price }) => ({ year: "2003", mileage: 100_000, price })),
            notes: [unfitted],
          },
        },
      });
    });

    test("more miles lower the value; the default is usual mileage", async () => {
      const at = async (mileage: string) =>
        (await value(`/market-valuation/2003/honda/accord?mileage=${mileage}`)).data.statistics.p50 as number;
      expect(await at("110000")).toBe(Math.round(4250 * Math.exp(-0.043)));
      expect(await at("50000")).toBeGreaterThan(await at("60000"));
      const { data } = await value("/market-valuation/2003/honda/accord");
      expect(data.basic).toEqual({
        make: "HONDA",
        model: "Accord",
        year: "2003",
        trim: "",
        mileage: "195000",
        state: "",
      });
      expect(data.statistics.notes).toEqual(["No mileage was given: 195000 is usual at this age.", unfitted]);
      expect(data.market_value.market_value_data.map(({ trim }) => trim)).toEqual(["", "EX-V6"]);
    });

    test("a mileage far from the sales is not valued, and a note says so", async () => {
      await load(service, saleRecords, six);
      const at = async (mileage: string) =>
        (await value(`/market-valuation/2003/honda/accord?mileage=${mileage}`)).data;
      const { basic, statistics } = await at("999999");
      expect(basic.mileage).toBe("292500");
      expect(statistics).toMatchObject({
        mileage_used: 292_500,
        p50: Math.round(4250 * Math.exp((-0.0043 * 192_500) / 1000)),
        notes: [
          "A mileage of 999999 is too far from the sales compared: the values are for 292500.",
          unfitted,
        ],
      });
      expect((await at("0")).basic.mileage).toBe("50000");
    });

    test("with too few sales, neighboring trims and years are used", async () => {
      const others = [6, 7, 8, 9, 10].map((number) => sale(number, { trim: "LX" }));
      await load(service, saleRecords, [sale(0), ...others]);
      const trims = (await value(`/market-valuation/${accord}?mileage=90000`)).data.statistics;
      expect(trims).toMatchObject({ comparables: 6, confidence: "medium", years: ["2003"] });
      expect(trims.notes).toEqual(["Too few sales of this trim: those of every trim are used.", unfitted]);
      const later = [6, 7, 8, 9, 10].map((number) => sale(number, { year: 2005 }));
      await load(service, saleRecords, [sale(0), ...later]);
      const years = (await value(`/market-valuation/${accord}?mileage=90000`)).data.statistics;
      expect(years).toMatchObject({ comparables: 6, confidence: "medium", years: ["2003", "2005"] });
      expect(years.notes).toEqual([
        "Too few sales of this trim: those of every trim are used.",
        "Too few sales of 2003: those of 2005 are used, adjusted by model year.",
        unfitted,
      ]);
    });

    test("old sales, future sales and other models are ignored", async () => {
      const none = [
        sale(0, { at: testStart - 366 * day }),
        sale(1, { at: testStart + day }),
        sale(2, { model: "Civic" }),
        sale(3, { year: 2006 }),
        sale(4, { price: 0 }),
      ];
      await load(service, saleRecords, none);
      const got = await caller.lookUp(`/market-valuation/${accord}`);
      expect(got.status).toBe(404);
      await load(service, saleRecords, [...none, sale(5)]);
      const { statistics } = (await value(`/market-valuation/${accord}?mileage=100000`)).data;
      expect(statistics).toMatchObject({
        comparables: 1,
        p15: 3357,
        p50: 4500,
        p85: 6032,
        confidence: "low",
      });
    });

    test("without comparables there is no value and no charge", async () => {
      await unload(service, saleRecords);
      const used = await caller.used();
      const got = await caller.lookUp(`/market-valuation/${accord}`);
      expect(got.body).toEqual({
        ...problem(
          "record_not_found",
          404,
          "Record not found",
          `No record of ${accord} (2003 HONDA Accord EX-V6) here. No saleshistory data is loaded.`,
          got,
        ),
        suggestions: [],
      });
      expect(await caller.used()).toBe(used);
    });

    test("values from the demo set name it in their body", async () => {
      await load(service, saleRecords, six, "demo");
      const got = await caller.lookUp(`/market-valuation/${accord}?mileage=100,000`);
      expect(got.headers.get("x-data-source")).toBe("demo");
      expect((got.body as Valued).data.statistics.notes).toEqual([
        "Synthetic values: they rest on the demo set's sales, not on the market.",
        unfitted,
      ]);
      await unload(service, saleRecords);
    });

    test("a selector and the lookup agree on vehicles without sales", async () => {
      await load(service, saleRecords, six);
      const details = async (path: string) => {
        const { code, detail } = (await caller.lookUp(path)).body as Record<string, string>;
        return [code, detail];
      };
      const absence = "This does not prove that there is none.";
      expect(await details("/market-valuation/options/model/2003/toyota")).toEqual([
        ...["record_not_found", `No record of 2003 toyota here. ${absence}`],
      ]);
      expect(await details("/market-valuation/2003/toyota/camry")).toEqual([
        ...["record_not_found", `No record of 2003 TOYOTA Camry here. ${absence}`],
      ]);
      expect((await details("/market-valuation/options/model/2003/toyotta"))[0]).toBe("vehicle_not_found");
      // Sales without a price do not count.
      await load(service, saleRecords, [sale(0, { price: 0 })]);
      expect(await details("/market-valuation/options/year")).toEqual([
        ...["record_not_found", `No record of any vehicle here. ${absence}`],
      ]);
      await unload(service, saleRecords);
    });

    test("an invalid mileage is refused", async () => {
      for (const mileage of ["-5", "abc", "1e999", "12,00", "2000001", ""])
        expect((await caller.lookUp(`/market-valuation/${accord}?mileage=${mileage}`)).status).toBe(422);
    });
  });
}
