import { describe, expect, test } from "bun:test";
import { auctionRecords } from "../../../src/vehicles/families/apis/auction.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import type { RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { readyMappings } from "../../../src/vehicles/imports/mappings/mappings.ts";
import { readFile } from "./mapped-rows.ts";

const vin = "1HGCM82633A004352";
const sales = "vin,year,make,model";
const sale = `${vin},2003,Honda,Accord`;

/** A made file of each kind of ready-made mapping; nothing in them is copied. */
const made: Readonly<Record<string, { family: RecordFamily; head: string; row: string; becomes: object }>> = {
  "salvage-auction": {
    family: auctionRecords,
    head: 'Id,Yard name,Sale Date M/D/CY,Item#,Lot number,Year,Make,Model Group,Model Detail,Damage Description,Secondary Damage,Has Keys-Yes or No,VIN,Odometer,Est. Retail Value,Runs/Drives,Sale Status,"High Bid =non-vix,Sealed=Vix",Grid/Row',
    row: `1,TX - Amarillo,20260501,17,40012345,2003,HONDA,ACCORD,ACCORD EX,FRONT END,,YES,${vin},51200.0,9000.0,Run & Drive Verified,Sold,1250.0,B/12`,
    becomes: {
      vin,
      id: "40012345",
      at: Date.parse("2026-05-01T00:00:00Z"),
      price: 1250,
      odometer: 51_200,
      state: "TX",
      record: {
        "car-features": { Has_Keys: "yes", Runs_Drives: "yes", Engine_Starts: "yes" },
        "title-and-condition": { "Primary Damage": "FRONT END" },
      },
    },
  },
  "insurance-auction": {
    family: auctionRecords,
    head: "Stock #,Year,Make,Model,VIN,Branch,Lane,Auction Date,Primary Damage,Loss Type,Odometer,Start Code,Key",
    row: `S-77,2003,HONDA,ACCORD,${vin},"Dallas, TX",A - 12,05/14/2026,Rear,Collision,"51,200 mi",Starts,Present`,
    becomes: {
      vin,
      id: "S-77",
      at: Date.parse("2026-05-14T00:00:00Z"),
      odometer: 51_200,
      state: "TX",
      record: { "car-features": { Has_Keys: "yes", Engine_Starts: "yes" } },
    },
  },
  "dealer-listings": {
    family: saleRecords,
    head: "Dealer Name,Stock #,VIN,New/Used,Year,Make,Model,Series,Body,Odometer,Internet Price,Ext Color,Date In Stock,Photo Url List",
    row: `Example Motors,EX-1,${vin},Used,2003,Honda,Accord,EX,Sedan,"51,200","$7,950",Silver,05/14/2026,none`,
    becomes: {
      vin,
      id: "EX-1",
      price: 7950,
      odometer: 51_200,
      trim: "EX",
      record: {
        post_date: "2026-05-14 00:00:00+00:00",
        data: { seller_type: "dealership", dealer_name: "Example Motors", exterior_color: "Silver" },
      },
    },
  },
  "market-listings": {
    family: saleRecords,
    head: "id,vin,heading,price,miles,inventory_type,seller_type,first_seen_at_date,build_year,build_make,build_model,dealer_city,dealer_state,vdp_url",
    row: `m-1,${vin},2003 Honda Accord,7950,51200,used,dealer,2026-05-14T08:00:00.000Z,2003,Honda,Accord,Sacramento,CA,https://example.com`,
    becomes: {
      vin,
      id: "m-1",
      price: 7950,
      state: "CA",
      at: Date.parse("2026-05-14T08:00:00Z"),
      record: { data: { seller_type: "dealership", city: "Sacramento" } },
    },
  },
  "lien-register": {
    family: lienRecords,
    head: "VIN Number,Lienholder Name,Lien Date,Lien Release Date,Lien Status,Title State,Owner Name",
    row: `${vin},Example Bank,05/14/2024,,ACTIVE,CA,A. Person`,
    becomes: {
      vin,
      record: {
        liens: [
          {
            lienholder: "Example Bank",
            state: "CA",
            filed_at: "2024-05-14",
            released_at: "",
            status: "ACTIVE",
          },
        ],
      },
    },
  },
  "state-plates": {
    family: plateRecords,
    head: "Plate Number,State,VIN,Year,Make,Model,Body Style,Owner Name",
    row: `DEMO123,CA,${vin},2003,Honda,Accord,Sedan,A. Person`,
    becomes: { license: "DEMO123", state: "CA", vin, record: { make: "Honda", body_type: "Sedan" } },
  },
};

describe("ready-made mappings", () => {
  test("each have a made file", () =>
    expect(Object.keys(made)).toEqual(readyMappings.map(({ name }) => name)));

  test.each(Object.entries(made))("%s is found by its columns, and proposed", async (name, {
    family,
    head,
    row,
    becomes,
  }) => {
    const text = `${head}\n${row}\n`;
    const { rows, rejects, preview } = await readFile(family, text);
    expect([rejects, rows]).toMatchObject([[], [becomes]]);
    expect(preview.mapping).toMatchObject({ name, title: expect.any(String), proposed: true });
    // What a person sends back, as it is or edited, does the same.
    const again = await readFile(family, text, { mapping: preview.mapping!.text, dryRun: false });
    expect(again.rows).toEqual(rows);
    const named = await readFile(family, text, { mapping: name, dryRun: false });
    expect(named.rows).toEqual(rows);
    const refused = await readFile(family, text, { dryRun: false });
    expect([refused.rows, refused.error]).toEqual([
      [],
      expect.stringMatching(
        new RegExp(
          `^line 1: .* The mapping ${name} fits this file: import it with --mapping ${name} \\(over HTTP: mapping=${name}\\)`,
        ),
      ),
    ]);
    expect(JSON.stringify(rows)).not.toContain("A. Person");
  });

  test("a lot of unknown keys has no keys, and none is made up", async () => {
    const { family, head, row } = made["salvage-auction"]!;
    const lots = [
      ["YES", "Vehicle Starts", { Has_Keys: "yes", Engine_Starts: "yes" }],
      ["NO", "DEFAULT", { Has_Keys: "no" }],
      ["DEFAULT", "Enhanced Vehicles", {}],
      ["EXM", "", {}],
    ] as const;
    const text = lots.map(([keys, runs]) => row.replace("YES", keys).replace("Run & Drive Verified", runs));
    const { rows, rejects } = await readFile(family, `${head}\n${text.join("\n")}\n`);
    expect(rejects).toEqual([]);
    const features = rows.map(({ record }) => (record as Record<string, unknown>)["car-features"]);
    expect(features).toEqual(lots.map(([, , found]) => found));
  });

  test("a listing of nested JSON is read by the same mapping", async () => {
    const listing = {
      id: "m-1",
      vin,
      price: 7950,
      miles: 51_200,
      inventory_type: "used",
      seller_type: "dealer",
      build: { year: 2003, make: "Honda", model: "Accord" },
      dealer: { city: "Sacramento", state: "CA" },
    };
    const { rows, preview } = await readFile(saleRecords, JSON.stringify([listing]));
    expect(rows).toMatchObject([{ vin, price: 7950, make: "Honda", state: "CA" }]);
    expect([preview.format, preview.mapping?.name]).toEqual(["json", "market-listings"]);
  });

  test("a file that lacks what a named mapping needs is refused", async () => {
    const { error } = await readFile(auctionRecords, `VIN,Year\n${vin},2003\n`, {
      mapping: "salvage-auction",
    });
    expect(error).toBe(
      'line 1: the mapping salvage-auction needs a column "Lot number", which the file lacks',
    );
  });
});

describe("usual names of columns", () => {
  test("are proposed where no mapping fits, German ones too", async () => {
    const text = `FIN;Hersteller;Modell;Erstzulassung;Kilometerstand;Kaufpreis;Außenfarbe;Bemerkung;Quux;vingate_reason\n${vin};Honda;Accord;03/2003;97.303 km;7.550,00 €;Silber;gut;1;x\n`;
    const { rows, preview } = await readFile(saleRecords, text);
    expect(rows).toMatchObject([
      {
        vin,
        year: 2003,
        odometer: 60_461,
        record: { data: { exterior_color: "Silber", description: "gut" } },
      },
    ]);
    expect(preview.mapping).toEqual({
      name: null,
      title: null,
      proposed: true,
      text: JSON.stringify({
        family: "saleshistory",
        columns: {
          vin: { from: "FIN" },
          make: { from: "Hersteller" },
          model: { from: "Modell" },
          year: { from: "Erstzulassung", form: "year" },
          "data.odometer_km": { from: "Kilometerstand" },
          sold_for: { from: "Kaufpreis" },
          "data.exterior_color": { from: "Außenfarbe" },
          "data.description": { from: "Bemerkung" },
        },
      }),
    });
    expect(preview.columns.slice(-2).map(({ as }) => as)).toEqual([null, null]);
    const { error } = await readFile(saleRecords, text, { dryRun: false });
    expect(error).toStartWith('line 1: saleshistory has no column "FIN"');
  });

  test("show what is required and missing, with the values of the file", async () => {
    const { error, preview } = await readFile(saleRecords, "Marke,Foo\nHonda,1\n");
    expect(error).toStartWith('line 1: the column "vin" of saleshistory is missing');
    expect([preview.required, preview.columns.map(({ as, values }) => [as, values]), preview.rows]).toEqual([
      ["vin", "year", "model"],
      [
        ["make", ["Honda"]],
        [null, ["1"]],
      ],
      [{ line: 2, given: { Marke: "Honda", Foo: "1" }, record: null, reject: null }],
    ]);
  });

  test("are not tried for a file with documented names", async () => {
    const { rows, preview } = await readFile(saleRecords, `${sales},vingate_reason\n${sale},corrected\n`);
    expect([rows.length, preview.mapping, preview.required]).toEqual([1, null, []]);
  });
});

test("a preview has at most 64 KiB", async () => {
  const wide = Array.from({ length: 3000 }, (_, at) => `column ${at} with a long name`);
  const text = `${sales},${wide.join(",")}\n${`${sale},${wide.map(() => "x".repeat(300)).join(",")}\n`.repeat(12)}`;
  const { preview } = await readFile(saleRecords, text);
  expect(Buffer.byteLength(JSON.stringify(preview))).toBeLessThanOrEqual(65_536);
  expect(preview.columns.slice(0, 4).map(({ as }) => as)).toEqual(["vin", "year", "make", "model"]);
  const narrow = await readFile(
    saleRecords,
    `${sales},data.description\n${`${sale},${"y".repeat(9000)}\n`.repeat(12)}`,
  );
  expect(Buffer.byteLength(JSON.stringify(narrow.preview))).toBeLessThan(65_536);
  expect(narrow.preview.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
