import { describe, expect, test } from "bun:test";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import type { EventRow, RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { mappingFrom } from "../../../src/vehicles/imports/mappings/mappings.ts";
import { readFile } from "./mapped-rows.ts";

const vin = "1HGCM82633A004352";
const sales = "vin,year,make,model";
const sale = `${vin},2003,Honda,Accord`;

describe("a mapping file", () => {
  const fault = (text: string, family: RecordFamily = saleRecords) => {
    try {
      mappingFrom(text, "map.yaml", family);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    ["columns:\n  vin: { from: FIN\n", "map.yaml, line 3: this is neither YAML nor JSON: "],
    [
      "- a\n",
      "map.yaml, line 1: the mapping has no columns; write for example columns: {vin: {from: VIN_NO}}",
    ],
    ["family: lien\ncolumns: {}\n", 'map.yaml, line 1: family is "lien", and this file is for saleshistory'],
    ["columns: {}\nignored: []\n", 'map.yaml, line 2: ignored is not known; is "ignore" meant?'],
    [
      "columns:\n  vinn: FIN\n",
      'map.yaml, line 2: columns.vinn names a column that saleshistory lacks; is "vin" meant?',
    ],
    [
      "columns:\n  vin: {}\n",
      "map.yaml, line 2: columns.vin must have either from, the file's column, or value",
    ],
    ["columns:\n  vin: { from: a, value: b }\n", "map.yaml, line 2: columns.vin must have either from"],
    ["columns:\n  vin: { form: a, form: b }\n", "map.yaml, line 2: this is neither YAML nor JSON: "],
    [
      "columns:\n  at: { from: a, form: dmy }\n",
      'map.yaml, line 2: columns.at.form is "dmy": write day_first, month_first or year_first',
    ],
    [
      "columns:\n  sold_for:\n    from: a\n    form: komma\n",
      'map.yaml, line 4: columns.sold_for.form is "komma": write point or comma',
    ],
    [
      "columns:\n  data.keys: { from: a, form: comma }\n",
      "this column is text, and has no form; leave it out",
    ],
    ["columns:\n  sold_for: { from: a, unit: Euro }\n", "write the currency's code (ISO 4217), such as EUR"],
    ["columns:\n  data.odometer_mi: { from: a, unit: miles }\n", "write km or mi"],
    ["columns:\n  at: { from: a, zone: Berlin }\n", "write a zone such as Europe/Berlin"],
    ["columns:\n  vin: { from: a, zone: UTC }\n", "only times have a zone; leave it out"],
    ["columns:\n  vin: { from: a, path: b }\n", "map.yaml, line 2: columns.vin.path is not known"],
    ["columns:\n  data.keys: { from: a, values: [YES] }\n", "must name the file's words and ours, such as"],
    [
      "columns:\n  data.keys: { from: a, values: { YES: [a] } }\n",
      "columns.data.keys.values.YES must be a text, or null for nothing",
    ],
    [`columns: {vin: "${"x".repeat(40_000)}"}`, "map.yaml has more than 32 KiB, which no mapping needs"],
    ["salvage-auction", "the mapping salvage-auction is for auction, not for saleshistory"],
    ["dealer-listing", 'there is no mapping "dealer-listing" for saleshistory; is "dealer-listings" meant?'],
  ])("with a fault says where and what to write: %p", (text, message) =>
    expect(fault(text)).toContain(message));

  test("that reads two items of a list in two forms is refused", () => {
    const at = (form: string) => ({ from: "a", form });
    const columns = { "liens.1.filed_at": at("day_first"), "liens.2.filed_at": at("month_first") };
    expect(fault(JSON.stringify({ columns }, undefined, 1), lienRecords)).toContain(
      "columns.liens.2.filed_at is read together with liens.1.filed_at; write the same form, unit and zone",
    );
  });

  test("can be YAML with short columns, and JSON", async () => {
    const text = `FIN,Jahr,M,Typ\n${sale}\n`;
    const yaml =
      "family: saleshistory\ncolumns: {vin: FIN, year: Jahr, make: M, model: Typ, data.keys: {value: 2}}\n";
    const { rows } = await readFile(saleRecords, text, { mapping: yaml });
    expect(rows).toMatchObject([{ vin, record: { data: { keys: "2" } } }]);
    const columns = { vin: "FIN", year: "Jahr", make: "M", model: "Typ", "data.keys": { value: "2" } };
    expect((await readFile(saleRecords, text, { mapping: { columns } })).rows).toEqual(rows);
  });
});

describe("a mapped column", () => {
  const mapped = { vin: "vin", year: "year", make: "make", model: "model" };
  const read = async (as: string, how: object, texts: readonly string[]) => {
    const file = `${sales},x\n${texts.map((text) => `${sale},"${text}"\n`).join("")}`;
    return readFile(saleRecords, file, { mapping: { columns: { ...mapped, [as]: { from: "x", ...how } } } });
  };

  test("translates words, and a word that it lacks costs the row", async () => {
    const values = { YES: "yes", no: "no", DEFAULT: null };
    const { rows, rejects, preview } = await read("data.keys", { values, empty: ["EXM"] }, [
      "YES",
      " yes ",
      "NO",
      "DEFAULT",
      "EXM",
      "",
      "N/A",
      "maybe",
      "maybe",
    ]);
    const keys = rows.map(({ record }) => (record as { data: { keys: string } }).data.keys);
    expect(keys).toEqual(["yes", "yes", "no", "", "", "", ""]);
    const reason = "is not among the words of the mapping's values; add it there, or write null for nothing";
    expect(rejects).toEqual([9, 10].map((line) => ({ line, message: `data.keys ${reason}` })));
    expect(preview.columns.at(-1)).toEqual({
      name: "x",
      as: "data.keys",
      form: null,
      decided_at: null,
      values: ["YES", " yes ", "NO"],
      empty: { DEFAULT: 1, EXM: 1, "N/A": 1 },
      unmapped: { maybe: 2 },
    });
    expect(preview.rows[7]).toMatchObject({
      line: 9,
      record: null,
      reject: { column: "data.keys", value: "maybe", reason },
    });
  });

  const event = async (as: string, how: object, texts: readonly string[]) =>
    (await read(as, how, texts)).rows.map((row) => row as EventRow);

  test("has a form and a unit of its own", async () => {
    const price = "data.listing_price.price";
    const euro = await event(price, { form: "comma", unit: "EUR" }, ["1.234", "17.550,5 kr"]);
    expect(
      euro.map(({ price, record }) => [
        price,
        (record as { data: { listing_price: object } }).data.listing_price,
      ]),
    ).toEqual([
      [undefined, { price: "1234", retail_value: "", repair_cost: "", currency: "EUR" }],
      [undefined, { price: "17550.5", retail_value: "", repair_cost: "", currency: "EUR" }],
    ]);
    const dollars = await event(price, { form: "point", unit: "USD" }, ["1,234", "£5"]);
    expect(dollars.map(({ price }) => price)).toEqual([1234, undefined]);
    const miles = await event("data.odometer_mi", { unit: "km" }, ["16093", "10 mi"]);
    expect(miles.map(({ odometer }) => odometer)).toEqual([10_000, 10]);
  });

  test("has the zone of its times", async () => {
    const at = await event("at", { zone: "Europe/Berlin" }, [
      "2026-07-01 12:00:00",
      "2026-07-01T12:00:00Z",
      "2026-01-01 12:00",
    ]);
    expect(at.map(({ at }) => new Date(at).toISOString())).toEqual([
      "2026-07-01T10:00:00.000Z",
      "2026-07-01T12:00:00.000Z",
      "2026-01-01T11:00:00.000Z",
    ]);
  });

  test("of days has the order that the mapping names, beside a column in another order", async () => {
    const file = `${sales},x,y\n${sale},03/04/2026,03/04/2026\n`;
    const columns = {
      ...mapped,
      at: { from: "x", form: "day_first" },
      post_date: { from: "y", form: "month_first" },
    };
    const { rows, preview } = await readFile(saleRecords, file, { mapping: { columns } });
    expect(rows).toMatchObject([
      { at: Date.parse("2026-04-03T00:00:00Z"), record: { post_date: "2026-03-04 00:00:00+00:00" } },
    ]);
    expect(preview.columns.slice(4).map(({ form, decided_at }) => [form, decided_at])).toEqual([
      ["day_first", null],
      ["month_first", null],
    ]);
  });

  test("of the year takes the year of a date", async () => {
    const file = `vin,make,model,x\n${["03/2003", "2003-05-01", "15.03.2003", "03/03"].map((day) => `${vin},Honda,Accord,${day}\n`).join("")}`;
    const columns = { vin: "vin", make: "make", model: "model", year: { from: "x", form: "year" } };
    const { rows, rejects } = await readFile(saleRecords, file, { mapping: { columns } });
    expect(rows.map((row) => (row as EventRow).year)).toEqual([2003, 2003, 2003]);
    expect(rejects).toEqual([{ line: 5, message: "year must be a whole number from 1900 to 2100" }]);
  });

  test("of JSON has a path", async () => {
    const row = {
      id: 7,
      car: { vin, build: { year: 2003 }, names: ["Honda", "Accord"] },
      has_keys: true,
      price: 19_800,
      tags: ["a"],
    };
    const columns = {
      vin: "car.vin",
      year: "car.build.year",
      make: "car.names.1",
      model: "car.names.2",
      "data.keys": { from: "has_keys", values: { true: "yes" } },
      "data.listing_price.price": "price",
      "data.features": "tags",
    };
    for (const text of [JSON.stringify(row), JSON.stringify([row])]) {
      const { rows, preview } = await readFile(saleRecords, text, { mapping: { columns } });
      expect(rows).toMatchObject([
        {
          vin,
          year: 2003,
          make: "Honda",
          model: "Accord",
          price: 19_800,
          record: { data: { keys: "yes", features: ["a"] } },
        },
      ]);
      expect(preview.rows[0]?.given).toEqual({
        id: "7",
        "car.vin": vin,
        "car.build.year": "2003",
        "car.names": '["Honda","Accord"]',
        has_keys: "true",
        price: "19800",
        tags: '["a"]',
      });
    }
  });
});

test("a column that can be read two ways says what decides it", async () => {
  const columns = { vin: "vin", year: "year", make: "make", model: "model", at: { from: "Tag" } };
  const file = (...days: string[]) => `${sales},Tag\n${days.map((day) => `${sale},${day}\n`).join("")}`;
  const open = await readFile(saleRecords, file("03/04/2026"), { mapping: { columns } });
  expect(open.error).toBe(
    'line 2: the column "Tag" (at) can be read in more than one way, and none of its rows decides: "03/04/2026" is 2026-04-03 (the day first) or 2026-03-04 (the month first); write form: day_first or month_first for columns.at in a mapping, or import it again with --dates day_first or --dates month_first (over HTTP: dates)',
  );
  expect(open.preview.rows).toMatchObject([{ line: 2, record: null, reject: null }]);
  const mixed = await readFile(saleRecords, file("25/04/2026", "04/25/2026"), { mapping: { columns } });
  expect(mixed.error).toStartWith(
    'the column "Tag" (at) has dates in two orders: line 2: 25/04/2026 and line 3: 04/25/2026; correct the file, or write form: day_first or month_first for columns.at in a mapping',
  );
  const decided = await readFile(saleRecords, file("03/04/2026", "25/04/2026"), { mapping: { columns } });
  expect(decided.preview.columns.at(-1)).toMatchObject({ form: "day_first", decided_at: 3 });
});
