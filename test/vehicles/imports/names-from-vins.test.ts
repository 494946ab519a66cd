import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { auctionRecords } from "../../../src/vehicles/families/apis/auction.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { namesOfPack } from "../../../src/vehicles/imports/columns/vin-names.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { checkDigit } from "../../../src/vin/check-digit.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { testPack } from "../../vin/shared-pack.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importText } from "./importing.ts";

const vinOf = (open: string) => `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
/** A Ford F-150 of 2014. */
const pickup = (serial: number) => vinOf(`1FTFW1ET0EFC${String(serial).padStart(5, "0")}`);
const accord = "1HGCM82633A004352";
/** Its check digit is wrong. */
const misread = "1HGCM82643A004352";

const year = 2026;
const withNames = (family: RecordFamily, names: "vin" | "file") =>
  recordsSource(family, {
    yearMax: year + 2,
    ...(names === "vin" && { names: namesOfPack(testPack, year) }),
  });

const differing = "rows whose names differ from those of their VIN, which were taken";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`names from VINs on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());

    const load = async (family: RecordFamily, text: string, names: "vin" | "file" = "vin") => {
      const summary = await importText(service.app.database, withNames(family, names), text);
      forgetDatasets(service.app.database);
      return summary;
    };
    const data = async (path: string) => {
      const { status, body } = await who.lookUp(path);
      return [status, (body as { data?: unknown }).data];
    };

    const listing = (vin: string, model: string, price: number, serial: number) =>
      `${vin},2014,Ford,${model},${price},2026-11-0${serial},${serial}\n`;
    const listings = `vin,year,make,model,sold_for,at,data.listing_id\n${[
      listing(pickup(1), "door", 25_000, 1),
      listing(pickup(2), "d", 24_000, 2),
      listing(pickup(3), "drw", 26_000, 3),
      listing(pickup(4), "F-150", 6_500, 4),
    ].join("")}`;

    test("a valuation uses what listings call door, d and drw", async () => {
      const valued = async () => {
        const [status, found] = await data(`/market-valuation/${pickup(1)}?mileage=64146`);
        const { statistics } = found as { statistics: { comparables: number; p50: number } };
        return [status, statistics.comparables, statistics.p50 > 15_000];
      };
      expect((await load(saleRecords, listings, "file")).doubtful).toEqual({});
      expect(await valued()).toEqual([200, 1, false]);
      const { rows, doubtful } = await load(saleRecords, listings);
      expect([rows, doubtful]).toEqual([4, { [differing]: 3, "models other than the VIN's": 3 }]);
      const [, found] = await data(`/market-valuation/${pickup(1)}?mileage=64146`);
      const { statistics } = found as { statistics: { comparables: number; outliers: number } };
      expect([statistics.comparables, statistics.outliers]).toEqual([4, 1]);
      expect(await valued()).toEqual([200, 4, true]);
    });

    test("a sale answers the VIN's names beside the seller's words", async () => {
      await load(saleRecords, listings);
      const [status, found] = await data(`/saleshistory/${pickup(3)}`);
      const { sales_history, _id, ...head } = found as { sales_history: object[]; _id: string };
      expect([status, head, sales_history.map((sale) => Object.entries(sale).slice(2))]).toEqual([
        200,
        { vin: pickup(3), trim: "", year: "2014", make: "FORD", model: "F-150" },
        [[["as_listed", { model: "drw" }]]],
      ]);
    });

    test("empty names are filled, and those of a misread VIN stay", async () => {
      const head = "vin,year,make,model,liens.1.lienholder\n";
      const rows = [
        `${accord},,,,Acme Bank`,
        `${misread},2004,Honda,Akkord,Acme Bank`,
        `${pickup(1)},2013,Chevy,Tahoe,Acme Bank`,
      ];
      const { doubtful } = await load(lienRecords, `${head}${rows.join("\n")}\n`);
      expect(doubtful).toEqual({
        [differing]: 1,
        "years other than the VIN's": 1,
        "makes other than the VIN's": 1,
        "models other than the VIN's": 1,
      });
      const lien = { lienholder: "Acme Bank", state: "", filed_at: "", released_at: "", status: "" };
      const record = { liens: [lien], as_of: "" };
      expect(await data(`/lien/${accord}`)).toEqual([
        200,
        { vin: accord, year: "2003", make: "HONDA", model: "Accord", ...record },
      ]);
      expect(await data(`/lien/${misread}`)).toEqual([
        200,
        { vin: misread, year: "2004", make: "Honda", model: "Akkord", ...record },
      ]);
      const as_listed = { year: "2013", make: "Chevy", model: "Tahoe" };
      expect(await data(`/lien/${pickup(1)}`)).toEqual([
        200,
        { vin: pickup(1), year: "2014", make: "FORD", model: "F-150", ...record, as_listed },
      ]);
    });

    test("auctions and plates answer the VIN's names", async () => {
      const lot = { ...auctionRecords.example, vin: accord, year: "2003", make: "Honda", model: "Acc.EX" };
      expect((await load(auctionRecords, `${JSON.stringify(lot)}\n`)).doubtful).toEqual({
        [differing]: 1,
        "models other than the VIN's": 1,
      });
      const [, events] = (await data(`/auction/${accord}`)) as [number, Record<string, unknown>[]];
      const { year, make, model, vname, as_listed } = events[0]!;
      expect({ year, make, model, vname, as_listed }).toEqual({
        year: "2003",
        make: "HONDA",
        model: "Accord",
        vname: "2018 HONDA CR-V EX",
        as_listed: { model: "Acc.EX" },
      });
      const plates = `license,state,vin,year,make,model,trim\nA1,CA,${accord},2003,Honda,Akkord,EX-V6\n`;
      await load(plateRecords, plates);
      expect(await data("/us-plate-decode/A1/CA")).toEqual([
        200,
        {
          intro: { license: "A1", state: "CA" },
          vin: accord,
          year: "2003",
          make: "HONDA",
          model: "Accord",
          trim: "EX-V6",
          body_type: "",
          as_listed: { model: "Akkord" },
        },
      ]);
    });

    test("a VIN that no lookup finds is rejected with its reason", async () => {
      const short = "17 letters and digits without I, O and Q";
      const { rows, rejected } = await importText(
        service.app.database,
        withNames(lienRecords, "vin"),
        `vin\nNOTAVIN\n124379N\n${accord}\n`,
        { rejectLimit: { rows: 2 } },
      );
      const reason = `vin must be ${short}: lookups of this dataset take no older VINs`;
      expect([rows, rejected]).toEqual([1, { [reason]: 2 }]);
      const sales =
        "vin,year,make,model\nNOTAVIN,1967,Chevrolet,Camaro\n124379N100001,1967,Chevrolet,Camaro\n";
      const old = await importText(service.app.database, withNames(saleRecords, "vin"), sales, {
        rejectLimit: { rows: 1 },
      });
      const oldReason = `vin must be ${short}, or before 1981 5 to 14 with a digit`;
      expect([old.rows, old.rejected]).toEqual([1, { [oldReason]: 1 }]);
    });

    test("dates that read two ways refuse the file, unless a row or a person decides", async () => {
      const sold = (at: string, index: number) => `${pickup(index)},2014,Ford,F-150,${at}\n`;
      const file = (...dates: string[]) => `vin,year,make,model,at\n${dates.map(sold).join("")}`;
      const doubtful = ["1/6/20", "01/06/2020", "6/6/20", "2020-01-06"];
      expect(load(saleRecords, file(...doubtful))).rejects.toThrow(
        'line 2: the column at can be read in more than one way, and none of its rows decides: "1/6/20" is 2020-06-01 (the day first) or 2020-01-06 (the month first); write form: day_first or month_first for columns.at in a mapping, or import it again with --dates day_first or --dates month_first',
      );
      const decided = await load(saleRecords, file(...doubtful, "1/16/20"));
      expect([decided.rows, decided.doubtful]).toEqual([5, {}]);
      expect(load(saleRecords, file(...doubtful, "1/16/20", "16/1/20"))).rejects.toThrow(
        "the column at has dates in two orders: line 6: 1/16/20 and line 7: 16/1/20; correct the file",
      );
    });

    test("days of liens are stored as one form, in the order that was chosen", async () => {
      const file = (...days: string[]) =>
        `vin,liens.1.lienholder,liens.1.filed_at,as_of\n${days.map((day) => `${accord},Bank,${day},2026-11-01\n`).join("")}`;
      const filed = async (text: string, dates?: "day_first") => {
        const source = recordsSource(lienRecords, { yearMax: 2028, dates });
        const { rows, doubtful } = await importText(service.app.database, source, text);
        forgetDatasets(service.app.database);
        const [, found] = await data(`/lien/${accord}`);
        return [rows, doubtful, (found as { liens: { filed_at: string }[] }).liens[0]!.filed_at];
      };
      expect(await filed(file("13/02/2024"))).toEqual([1, {}, "2024-02-13"]);
      expect(filed(file("03/02/2024"))).rejects.toThrow(
        "the column liens.1.filed_at can be read in more than",
      );
      expect(await filed(file("03/02/2024"), "day_first")).toEqual([1, {}, "2024-02-03"]);
      const kept = "dates that cannot be read: they are kept as they are, without a day";
      expect(await filed(file("soon"))).toEqual([1, { [kept]: 1 }, "soon"]);
    });

    test("a row without names needs a VIN that tells them", async () => {
      const text = `vin,year,make,model\n${accord},,,\n${misread},,,\n`;
      const { rows, rejected } = await importText(service.app.database, withNames(saleRecords, "vin"), text, {
        rejectLimit: { rows: 1 },
      });
      expect([rows, rejected]).toEqual([1, { "year must not be empty": 1 }]);
    });
  });
