import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import { findRecordFamily, recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import type { EventRow } from "../../../src/vehicles/families/record-family.ts";
import { csvTemplate } from "../../../src/vehicles/imports/columns/template.ts";
import { readDemoSet } from "../../../src/vehicles/imports/demo/demo-set.ts";
import { readFile } from "./mapped-rows.ts";
import { readFile as readWith } from "./read-files.ts";

const vin = "1HGCM82633A004352";
const sale = `${vin},2003,Honda,Accord`;
const sales = (column: string, ...values: readonly string[]): string =>
  `vin,year,make,model,${column}\n${values.map((value) => `${sale},${value}\n`).join("")}`;

/** A member of a record by its documented name, such as `liens.1.status`. */
function memberOf(record: unknown, name: string): unknown {
  if (typeof record !== "object" || record === null) return undefined;
  const members = record as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(members, name)) return members[name];
  const [first = "", ...rest] = name.split(".");
  return memberOf(members[Array.isArray(record) ? Number(first) - 1 : first], rest.join("."));
}

const saysNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

describe("files with documented names", () => {
  test.each(
    recordFamilies.map((family) => [family.name, family] as const),
  )("the template of %s is claimed by no mapping, and every value is seen beside what was given", async (_, family) => {
    for (const text of [csvTemplate(family), JSON.stringify(family.example)]) {
      const { rows, rejects, error, preview } = await readFile(family, text);
      expect([rows.length, rejects, error, preview.mapping]).toEqual([1, [], undefined, null]);
      const [row] = preview.rows;
      const unseen = preview.columns.filter(
        ({ name, as }) => as === null || (row!.given[name] !== "" && saysNothing(memberOf(row!.record, as))),
      );
      expect(unseen).toEqual([]);
      expect((await readFile(family, text, { dryRun: false })).rows).toEqual(rows);
    }
  });

  test("the demo set's files are claimed by no mapping", async () => {
    const { folder, families } = readDemoSet();
    for (const [name, count] of Object.entries(families)) {
      const bytes = await Bun.file(join(folder, `${name}.ndjson.zst`)).bytes();
      const text = Buffer.from(Bun.zstdDecompressSync(bytes)).toString();
      for (const dryRun of [true, false]) {
        const { rows, rejects, error, preview } = await readFile(findRecordFamily(name)!, text, { dryRun });
        expect([name, rows.length, rejects, error, preview.mapping]).toEqual([
          name,
          count,
          [],
          undefined,
          null,
        ]);
      }
    }
  });

  test("members beyond the documented ones stay where a family keeps them", async () => {
    const plate = { license: "DEMO123", state: "CA", vin, color: "Silver", owner_name: "A. Person" };
    const family = findRecordFamily("plate")!;
    const { rows, error } = await readFile(family, JSON.stringify(plate), { dryRun: false });
    expect([error, rows.map(({ record }) => (record as { color: string }).color)]).toEqual([
      undefined,
      ["Silver"],
    ]);
  });
});

describe("a preview shows what a sale was sold for", () => {
  const soldFor = async (...values: readonly string[]) => {
    const { rows, preview } = await readFile(saleRecords, sales("sold_for", ...values));
    return [
      rows.map((row) => (row as EventRow).price),
      preview.rows.map(({ record }) => memberOf(record, "sold_for")),
    ];
  };
  test("in dollars", async () =>
    expect(await soldFor('"$17,550"', "9900")).toEqual([
      [17_550, 9900],
      ["17550", "9900"],
    ]));
  test("and in other currencies with their code, which market values leave out", async () =>
    expect(await soldFor('"17.550,00 €"', "£9900")).toEqual([
      [undefined, undefined],
      ["17550 EUR", "9900 GBP"],
    ]));
});

test("a listing's price is stored in one way, with its currency", async () => {
  const { rows } = await readFile(
    saleRecords,
    sales("data.listing_price.price", '"£17,550"', "£9900", "N/A"),
  );
  expect(rows.map(({ record }) => memberOf(record, "data.listing_price"))).toMatchObject([
    { price: "17550", currency: "GBP" },
    { price: "9900", currency: "GBP" },
    { price: "", currency: "" },
  ]);
});

test("prices that market values leave out are counted, and those whose currency is not known", async () => {
  const { rows } = await readFile(
    saleRecords,
    sales("sold_for", "17.550 €", "9.900", "0 €").replaceAll(",", ";"),
  );
  const warnings = rows.map((row) => row.warnings ?? []);
  expect(warnings).toEqual([
    ["prices in other currencies than US dollars: market values leave them out"],
    ["prices without a currency among others with one: they are taken for US dollars"],
    [],
  ]);
});

test("a price whose currency has a column of its own is no price without one", async () => {
  const columns = "data.listing_price.price,data.listing_price.currency";
  const { rows } = await readFile(saleRecords, sales(columns, "17550,EUR", "9900,USD"));
  expect(rows.map((row) => (row.warnings ?? []).length)).toEqual([1, 0]);
});

test("a price for valuations that says nothing is none: the listing price counts", async () => {
  const { rows } = await readFile(
    saleRecords,
    sales("sold_for,data.listing_price.price,at,post_date", "N/A,7950,N/A,2026-01-02", "0,7950,,2026-01-02"),
  );
  expect(rows.map((row) => [(row as EventRow).price, (row as EventRow).at])).toEqual([
    [7950, Date.parse("2026-01-02")],
    [undefined, Date.parse("2026-01-02")],
  ]);
});

test("days and words for nothing hold in lists too", async () => {
  const head = "vin,liens.1.lienholder,liens.1.filed_at,liens.1.released_at,liens.1.state";
  const text = `${head}\n${vin},Bank,04/13/2024,N/A,n/a\n${vin},Bank,04/11/2024,TBD,CA\n`;
  const { rows, rejects } = await readFile(lienRecords, text);
  const lien = { lienholder: "Bank", filed_at: "2024-04-13", released_at: "", state: "", status: "" };
  expect([rejects, rows.map(({ record, warnings }) => [memberOf(record, "liens"), warnings])]).toEqual([
    [],
    [
      [[lien], []],
      [[{ ...lien, filed_at: "2024-04-11", state: "CA" }], []],
    ],
  ]);
  const features = await readFile(saleRecords, sales("data.features", "Heated seats|N/A|Sunroof|-"));
  expect(features.rows.map(({ record }) => memberOf(record, "data.features"))).toEqual([
    ["Heated seats", "Sunroof"],
  ]);
});

test("years of two digits that stand first are read where a person says so", async () => {
  const text = sales("post_date", "26/10/08", "26/10/18", "8.10.2026");
  const postDates = (read: Awaited<ReturnType<typeof readWith>>) =>
    typeof read === "string"
      ? read
      : read.rows.map(({ record }) => (record as { post_date: string }).post_date);
  expect(postDates(await readWith(saleRecords, text, { dates: "year_first" }))).toEqual([
    "2026-10-08 00:00:00+00:00",
    "2026-10-18 00:00:00+00:00",
    "2026-10-08 00:00:00+00:00",
  ]);
  const open = sales("post_date", "26/10/08", "26/10/18");
  expect(postDates(await readWith(saleRecords, open))).toEndWith(
    "write form: day_first or year_first for columns.post_date in a mapping, or import it again with --dates day_first or --dates year_first (over HTTP: dates)",
  );
});
