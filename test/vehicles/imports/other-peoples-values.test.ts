import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { name, sql } from "../../../src/database/sql.ts";
import { auctionRecords } from "../../../src/vehicles/families/apis/auction.ts";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { type RecordsOptions, recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { checkDigit } from "../../../src/vin/check-digit.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importText } from "./importing.ts";

/** A Honda Accord of 2003. */
function vinOf(serial: number): string {
  const open = `1HGCM82603A${String(serial).padStart(6, "0")}`;
  return `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
}
const accord = vinOf(1);

interface Stored {
  readonly at: number;
  readonly price: number | null;
  readonly odometer: number | null;
}

/** A cell of CSV, of whatever text. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`other people's values on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());

    async function load(family: RecordFamily, text: string, more: Partial<RecordsOptions> = {}) {
      const source = recordsSource(family, { yearMax: 2028, ...more });
      const summary = await importText(service.app.database, source, text, { rejectLimit: { share: 1 } });
      forgetDatasets(service.app.database);
      const { rows, rejected, doubtful } = summary;
      return { rows, rejected, doubtful };
    }
    const data = async (path: string) => ((await who.lookUp(path)).body as { data: unknown }).data;
    const stored = (family: RecordFamily) =>
      service.app.database.all<Stored>(sql`
        select at, price, odometer from ${name(family.table)} where dataset = (
          select id from dataset where family = ${family.name} and state = 'current') order by length(id), id`);

    /** A file of sales, each with one text in a column. */
    const sales = (column: string, texts: readonly string[], more = "") =>
      `vin,year,make,model,data.listing_id,${column}\n${texts.map((text, at) => `${vinOf(at + 1)},2003,Honda,Accord,${at + 1},${quoted(text)}${more}\n`).join("")}`;
    const price = "data.listing_price.price";

    interface Sale {
      readonly post_date: string;
      readonly as_listed?: object;
      readonly data: {
        readonly listing_price: { readonly price: string; readonly currency: string };
        readonly odometer_mi: string;
        readonly odometer_km: string;
      };
    }
    const saleOf = async (serial: number) =>
      ((await data(`/saleshistory/${vinOf(serial)}`)) as { sales_history: Sale[] }).sales_history[0]!;

    test("60 European sales are stored in euros, and value nothing in dollars", async () => {
      const line = (at: number) => {
        const euros = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });
        const km = new Intl.NumberFormat("de-DE", { style: "unit", unit: "kilometer" });
        const day = `${String((at % 28) + 1).padStart(2, "0")}.${String((at % 9) + 1).padStart(2, "0")}.2026`;
        const [amount, distance] = [euros.format(17_550 + at * 10), km.format(97_303 + at)];
        return `${vinOf(at + 1)};2003;Honda;Accord;${at + 1};${amount};${distance};${day}\n`;
      };
      // Intl's spaces do not break lines.
      const head = `vin;year;make;model;data.listing_id;${price};data.odometer_km;post_date\n`;
      const file = head + Array.from({ length: 60 }, (_, at) => line(at)).join("");
      expect(file.replaceAll("\u00a0", " ")).toContain("17.550,00 €;97.303 km;01.01.2026");
      expect(await load(saleRecords, file)).toEqual({
        rows: 60,
        rejected: {},
        doubtful: { "prices in other currencies than US dollars: market values leave them out": 60 },
      });
      const sale = await saleOf(1);
      expect([sale.post_date, sale.data.listing_price, sale.data.odometer_km]).toEqual([
        "2026-01-01 00:00:00+00:00",
        { price: "17550", retail_value: "", repair_cost: "", currency: "EUR" } as never,
        "97,303",
      ]);
      const rows = await stored(saleRecords);
      expect(rows.map((row) => row.price)).toEqual(Array(60).fill(null));
      expect(rows[0]).toEqual({ at: Date.UTC(2026, 0, 1), price: null, odometer: 60_461 });
      // Sixty sales in euros are no sale in dollars.
      expect((await who.lookUp(`/market-valuation/${accord}`)).status).toBe(404);
    });

    test("a price is read as its column is written", async () => {
      const read = async (texts: readonly string[], more: Partial<RecordsOptions> = {}) => {
        const { rejected } = await load(saleRecords, sales(price, texts), more);
        const rows = await stored(saleRecords);
        return [rows.map((row) => row.price), Object.values(rejected)];
      };
      expect(await read(["17 550", "9 900,50"])).toEqual([[17_550, 9900.5], []]);
      expect(await read(["17,5k", "9000"])).toEqual([[17_500, 9000], []]);
      expect(await read(["$17,550", "1.7550e4", "-1", "soon", "0"])).toEqual([[17_550, null], [3]]);
      expect(await read(["17.550", "N/A", "TMU", "NaN"])).toEqual([[17_550, null, null, null], []]);
      expect(await read(["£17550", "17550"])).toEqual([[null, 17_550], []]);
      expect(await read(["59,90", "59.90"], { decimals: "comma" })).toEqual([[59.9], [1]]);
      expect(await read(["17550 kr", "5"])).toEqual([[5], [1]]);
    });

    test("a column in two forms refuses the file, also in its last row", async () => {
      const many = Array.from({ length: 5200 }, () => "17.550,00");
      expect(load(saleRecords, sales(price, [...many, "17,550.00"]))).rejects.toThrow(
        "the column data.listing_price.price has numbers that are written in two ways: line 2: 17.550,00 and line 5202: 17,550.00; correct the file, or write form: point or comma for columns.data.listing_price.price in a mapping, or import it again with --decimals point or --decimals comma",
      );
      expect(load(saleRecords, sales(price, ["1.234 KWD", "5"]))).rejects.toThrow(
        'line 2: the column data.listing_price.price can be read in more than one way, and none of its rows decides: "1.234 KWD" is 1.234 (with a decimal point) or 1234 (with a decimal comma)',
      );
    });

    test("the row that decides a column can be the last one", async () => {
      const days = Array.from({ length: 5200 }, (_, at) => `0${(at % 9) + 1}/12/2025`);
      const file = (last: string) => sales("post_date", [...days, last]);
      expect((await load(saleRecords, file("13/12/2025"))).rows).toBe(5201);
      expect((await saleOf(1)).post_date).toBe("2025-12-01 00:00:00+00:00");
      await load(saleRecords, file("12/13/2025"));
      expect((await saleOf(1)).post_date).toBe("2025-01-12 00:00:00+00:00");
      expect(load(saleRecords, file("05/05/2025"))).rejects.toThrow(
        'line 2: the column post_date can be read in more than one way, and none of its rows decides: "01/12/2025"',
      );
      // The same by lines of JSON, with a row that is no JSON before the one that decides.
      const lines = [...days.slice(0, 200), "31/12/2025"].map((post_date, at) =>
        JSON.stringify({ vin: vinOf(at + 1), year: 2003, make: "Honda", model: "Accord", post_date }),
      );
      const loaded = await load(saleRecords, [...lines.slice(0, 9), "{", ...lines.slice(9)].join("\n"));
      expect([loaded.rows, Object.values(loaded.rejected)]).toEqual([201, [1]]);
      expect((await saleOf(9)).post_date).toBe("2025-12-09 00:00:00+00:00");
    });

    test("a date is a moment of the specification, or empty and kept", async () => {
      const texts = [
        "2026-10-18T08:00:00+02:00",
        "46313",
        "Oct 18, 2026",
        "20261018",
        "202612",
        "2026-02-30",
      ];
      const unread = "dates that cannot be read: they are empty, and kept in as_listed";
      const { rows, doubtful } = await load(saleRecords, sales("post_date", [...texts, "N/A"]));
      expect([rows, doubtful]).toEqual([7, { [unread]: 2 }]);
      const found = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(saleOf));
      expect(found.map(({ post_date, as_listed }) => as_listed ?? post_date)).toEqual([
        "2026-10-18 06:00:00+00:00",
        "2026-10-18 00:00:00+00:00",
        "2026-10-18 00:00:00+00:00",
        "2026-10-18 00:00:00+00:00",
        { post_date: "202612" },
        { post_date: "2026-02-30" },
        "",
      ]);
      expect(found[4]!.post_date).toBe("");
    });

    test("a distance in another unit than its member's is converted", async () => {
      await load(saleRecords, sales("data.odometer_mi", ["62,574 km", "1234 mi", "$5", "12 km/h"]));
      expect((await stored(saleRecords)).map((row) => row.odometer)).toEqual([38_882, 1234]);
      await load(saleRecords, sales("data.odometer_mi", ["62,574 km", "1,000 (actual)"]));
      const { odometer_mi } = (await saleOf(1)).data;
      expect([odometer_mi, (await stored(saleRecords)).map((row) => row.odometer)]).toEqual([
        "38,882",
        [38_882, 1000],
      ]);
      // A number of JSON has one reading.
      const sale = { vin: accord, year: 2003, make: "Honda", model: "Accord", data: { odometer_mi: 97.303 } };
      await load(saleRecords, JSON.stringify(sale));
      expect((await stored(saleRecords))[0]!.odometer).toBe(97.303);
    });

    test("an auction keeps the specification's words for nothing", async () => {
      const lot = (more: object) => JSON.stringify({ ...auctionRecords.example, vin: accord, ...more });
      const damage = { "Primary Damage": "None", Common: "null" };
      const titles = { ...(auctionRecords.example["title-and-condition"] as object), ...damage };
      const day = {
        ...(auctionRecords.example["sale-date-location"] as object),
        "Auction Date": "13/03/2026",
      };
      const one = lot({ price: "N/A", "title-and-condition": titles, "sale-date-location": day });
      expect((await load(auctionRecords, one)).rows).toBe(1);
      const [event] = (await data(`/auction/${accord}`)) as Record<string, Record<string, string>>[];
      expect([
        event!.price as unknown,
        event!["title-and-condition"],
        event!["sale-date-location"],
      ]).toMatchObject(["N/A", { "Primary Damage": "None", Common: "" }, { "Auction Date": "2026-03-13" }]);
      const named = { ...day, "Auction Date": "Mar 13, 2026" };
      await load(auctionRecords, lot({ price: "$12,400", "sale-date-location": named }));
      const [again] = (await data(`/auction/${accord}`)) as Record<string, Record<string, string>>[];
      expect([again!.price as unknown, again!["sale-date-location"]!["Auction Date"]]).toEqual([
        "$12,400",
        "Mar 13, 2026",
      ]);
      expect(await stored(auctionRecords)).toEqual([
        { at: Date.UTC(2026, 2, 13), price: 12_400, odometer: 51_200 },
      ]);
    });

    test("what a spreadsheet made of plates and VINs costs the row", async () => {
      const plates = ["N/A", "2024-03-01", "1.23E+10", "7ABC123"];
      const file = `license,state,vin,model\n${plates.map((plate) => `${plate},CA,${accord},unknown\n`).join("")}`;
      const again = "made by a spreadsheet: export the file again with this column as text";
      expect(await load(plateRecords, file)).toEqual({
        rows: 1,
        rejected: {
          "license must not be empty": 1,
          [`license is a day ${again}`]: 1,
          [`license is a number ${again}`]: 1,
        },
        doubtful: {},
      });
      expect(await data("/us-plate-decode/7ABC123/CA")).toMatchObject({ vin: accord, model: "" });
      const vins = ["45355", "1.23E+16", accord].map((vin) => `${vin},2003.0,Honda,Accord\n`).join("");
      expect(await load(saleRecords, `vin,year,make,model\n${vins}`)).toEqual({
        rows: 1,
        rejected: {
          [`vin is a number of five digits, as days are that were ${again}`]: 1,
          [`vin is a number ${again}`]: 1,
        },
        doubtful: {},
      });
    });
  });
