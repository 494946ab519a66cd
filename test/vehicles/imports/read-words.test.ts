import { expect, test } from "bun:test";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import type { EventRow, RecordFamily } from "../../../src/vehicles/families/record-family.ts";
import { readFile } from "./read-files.ts";

const accord = "1HGCM82603A000017";
const sale = { vin: accord, year: "2003", make: "Honda", model: "Accord" };

/** What a member of a row becomes, or why it costs its row. */
async function memberOf(family: RecordFamily, given: object, path: string): Promise<unknown> {
  const read = await readFile(family, JSON.stringify(given));
  if (typeof read === "string") return `file: ${read}`;
  const [row] = read.rows;
  if (!row) return read.rejected[0]!.replace(/^1: /, "");
  const from = path.startsWith("row.") ? row : row.record;
  const steps = path.replace(/^row\./, "").split(".");
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], from);
}
const saleOf = (path: string, more: object) => memberOf(saleRecords, { ...sale, ...more }, path);

/** Texts for a member of texts, such as a color. */
test.each<[string, string]>([
  ["NULL", ""],
  ["null", ""],
  ["NaN", ""],
  ["(null)", ""],
  ["undefined", ""],
  ["N/A", ""],
  ["n/a", ""],
  ["-", ""],
  ["—", ""],
  ["#N/A", ""],
  ["#NV", ""],
  ["#N/D", ""],
  ["#REF!", ""],
  ["#BEZUG!", ""],
  ["#DIV/0!", ""],
  ["#NAME?", ""],
  ["#¡VALOR!", ""],
  ["########", ""],
  ["  ", ""],
  ["\u00a0", ""],
  ["\u200b", ""],
  ["\ufeff", ""],
  ["N/A\u200b", ""],
  // Words that can be meant.
  ["None", "None"],
  ["NA", "NA"],
  ["no", "no"],
  ["0", "0"],
  ["#1 choice", "#1 choice"],
  ["#", "#"],
  ["Unknown brown", "Unknown brown"],
])("the color %p is %p", async (text, read) =>
  expect(await saleOf("data.exterior_color", { data: { exterior_color: text } })).toBe(read));

/** Texts for a required name. */
test.each<[string, string]>([
  ["Accord", "Accord"],
  [" Accord ", "Accord"],
  ["unknown", "model must not be empty"],
  ["None", "model must not be empty"],
  ["#REF!", "model must not be empty"],
  ["NaN", "model must not be empty"],
  ["\u200b", "model must not be empty"],
  ["NA", "NA"],
  ["9-3", "9-3"],
  ["TRUE", "TRUE"],
])("the model %p is %p", async (text, read) => expect(await saleOf("row.model", { model: text })).toBe(read));

test.each<[unknown, unknown]>([
  ["2018.0", 2018],
  [2018, 2018],
  ["2018,0", 2018],
  [" 2018 ", 2018],
  ["２０１８", 2018],
  ["2018\u200b", 2018],
  ["MY2018", "year must be a whole number from 1900 to 2100"],
  ["18", "year must be a whole number from 1900 to 2100"],
  ["2018.5", "year must be a whole number from 1900 to 2100"],
  ["N/A", "year must not be empty"],
  ["#####", "year must be a whole number from 1900 to 2100"],
])("the year %p is %p", async (text, read) =>
  expect(await saleOf("row.year", { year: text })).toBe(read as never));

const spreadsheet = "made by a spreadsheet: export the file again with this column as text";
test.each<[string, string]>([
  ["7ABC123", "7ABC123"],
  ["NULL", "NULL"],
  ["NA", "NA"],
  ["TRUE", "TRUE"],
  ["N/A", "license must not be empty"],
  ["-", "license must not be empty"],
  ["#REF!", `license is an error ${spreadsheet}`],
  ["#####", `license is an error ${spreadsheet}`],
  ["1.23E+10", `license is a number ${spreadsheet}`],
  ["1,23E+10", `license is a number ${spreadsheet}`],
  ["2024-03-01", `license is a day ${spreadsheet}`],
  ["2024-03-01 00:00:00", `license is a day ${spreadsheet}`],
  ["01.03.2024", `license is a day ${spreadsheet}`],
  ["3/1/2024", `license is a day ${spreadsheet}`],
  ["3/1/24", `license is a day ${spreadsheet}`],
  ["Mar-24", `license is a day ${spreadsheet}`],
  ["1-Mar", `license is a day ${spreadsheet}`],
  ["01. Mrz", `license is a day ${spreadsheet}`],
  // Plates of other countries, and in capitals.
  ["MAR-24", "MAR-24"],
  ["12-34-56", "12-34-56"],
  ["123-45-678", "123-45-678"],
  ["Abc-24", "Abc-24"],
  ["7ABC123\u200b", "7ABC123"],
  ["7ABC123\0", "license has a NUL character; export the file again as text in UTF-8"],
])("the plate %p is %p", async (text, read) =>
  expect(await memberOf(plateRecords, { license: text, state: "CA", vin: accord }, "row.license")).toBe(
    read,
  ));

test.each<[string, string]>([
  [accord.toLowerCase(), accord.toLowerCase()],
  [`\u200b${accord}`, accord],
  ["45355", `vin is a number of five digits, as days are that were ${spreadsheet}`],
  ["1.23457E+16", `vin is a number ${spreadsheet}`],
  ["#NAME?", `vin is an error ${spreadsheet}`],
  ["null", "null"],
])("the VIN %p is %p", async (text, read) => expect(await saleOf("row.vin", { vin: text })).toBe(read));

test("a VIN that a spreadsheet keeps as text is read without what keeps it", async () => {
  const read = await Promise.all([`'${accord}`, `="${accord}"`].map((vin) => saleOf("row.vin", { vin })));
  expect(read).toEqual([accord, accord]);
});

test.each<[unknown, unknown]>([
  ["YES", true],
  ["Ja", true],
  [true, true],
  ["0", false],
  ["no", false],
  ["N/A", false],
  [null, false],
  ["\u200byes", true],
  ["#REF!", "data.airbags must be true or false"],
  ["maybe", "data.airbags must be true or false"],
])("the airbags %p are %p", async (text, read) =>
  expect(await saleOf("data.airbags", { data: { airbags: text } })).toBe(read as never));

test("a row's other values stay where one is nothing", async () => {
  const read = await readFile(
    saleRecords,
    `vin,year,make,model,data.listing_price.price,data.odometer_mi,post_date,data.exterior_color\n${accord},2003,Honda,Accord,TMU,n/a,NaT,NULL\n${accord},2003,Honda,Accord,#REF!,1,2026-01-02,red\n`,
  );
  const { rows, rejected } = read as Exclude<typeof read, string>;
  const { price, odometer, at } = rows[0] as EventRow;
  expect([price, odometer, at, rows.length]).toEqual([undefined, undefined, 0, 1]);
  expect(rejected).toEqual([
    "3: data.listing_price.price is not an amount as its column is written, such as 17550.00 or €17.550",
  ]);
});
