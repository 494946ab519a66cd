import { expect, test } from "bun:test";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import type { EventRow } from "../../../src/vehicles/families/record-family.ts";
import { type FileRead, readFile } from "./read-files.ts";
import { workbookOf } from "./workbooks.ts";

const vin = (serial: number) => `1HGCM82603A${String(serial).padStart(6, "0")}`;
const names = ["vin", "year", "make", "model", "data.listing_price.price", "data.city"] as const;
type Row = readonly string[];
const first: Row = [vin(1), "2003", "Honda", "Accord", "17550", "Bremen"];
const second: Row = [vin(2), "2003", "Honda", "Accord", "9900", "Köln"];
const both = [first, second];
const read = `${vin(1)} 17550 Bremen, ${vin(2)} 9900 Köln`;

/** The rows of a file as `VIN price city`, and what was rejected; or why it is refused. */
function shown(file: FileRead | string): string {
  if (typeof file === "string") return file;
  const rows = (file.rows as readonly EventRow[]).map(
    ({ vin, price, record }) => `${vin} ${price} ${(record as { data: { city: string } }).data.city}`,
  );
  return [rows.join(", "), ...file.rejected].join("; ");
}
const readSales = async (file: string | Uint8Array, more?: Parameters<typeof readFile>[2]) =>
  shown(await readFile(saleRecords, file, more));

const lines = (rows: readonly Row[], delimiter = ",", end = "\n") =>
  rows.map((cells) => cells.join(delimiter) + end).join("");
const table = (delimiter = ",", end = "\n") => lines([names, ...both], delimiter, end);
const quoted = (rows: readonly Row[]) =>
  rows.map((cells) => `${cells.map((cell) => `"${cell}"`).join(",")}\r\n`).join("");
const wide = (text: string, big = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return big ? bytes.swap16() : bytes;
};
const latin = (text: string) => Buffer.from(text, "latin1");

test.each<[string, string | Uint8Array, string]>([
  ["commas", table(), read],
  ["semicolons", table(";"), read],
  ["tabs", table("\t"), read],
  ["bars", table("|"), read],
  ["CR LF", table(",", "\r\n"), read],
  ["CR only", table(",", "\r"), read],
  ["CR CR LF", table(",", "\r\r\n"), read],
  ["no newline at the end", table().trimEnd(), read],
  ["a byte order mark", `\ufeff${table()}`, read],
  ["sep=;", `sep=;\r\n${table(";", "\r\n")}`, read],
  ["sep=; after a mark, in quotes", `\ufeff"sep=;"\r\n${table(";", "\r\n")}`, read],
  ["everything in quotes", quoted([names, ...both]), read],
  ["empty lines between and at the end", `\n${table(",", "\n\n")}\n\n \n`, read],
  ["rows of delimiters alone at the end", `${table()},,,,,\n,,,,,\n"","","","","",""\n`, read],
  ["rows of spaces and delimiters", `${table(";")} ; ; ; ; ;\n;;;;;\r\n`, read],
  ["a delimiter at the end of all rows", table(",", ",\n"), read],
  ["a delimiter at the end of all rows but the header", lines([names]) + lines(both, ",", ",\n"), read],
  ["heads in another case, with spaces", `${names.join(", ").toUpperCase()}\n${lines(both)}`, read],
  ["three lines above the table", `Sales report\nCreated 18.10.2026\n\n${table(";")}`, read],
  ["a title in the first of empty cells", `Sales report,,,,,\n,,,,,\n${table()}`, read],
  ["a title in quotes with a delimiter", `"Report, of sales"\n${table()}`, read],
  [
    "two lines of heads",
    lines([names, ["", "", "", "", "EUR", ""], ...both]),
    `${read}; 2: data.listing_price.price is not an amount as its column is written, such as 17550.00 or €17.550`,
  ],
  ["a line of sums at the end", `${table()}Total,,,,27450,\n`, `${read}; 4: year must not be empty`],
  [
    "a head again, as of a second file",
    `${table()}\ufeff${names.join(",")}\n`,
    expect.stringMatching(/9900 Köln; 4: /) as never,
  ],
  ["a mark in the middle", `${lines([names, first])}\ufeff${lines([second])}`, read],
  [
    "line breaks in a value",
    lines([names, [...first.slice(0, 5), '"Bre\nmen"'], second]),
    read.replace("Bremen", "Bre\nmen"),
  ],
  [
    "doubled quotes",
    lines([names, [...first.slice(0, 5), '"""Bremen"""'], second]),
    read.replace("Bremen", '"Bremen"'),
  ],
  [
    "one value too many",
    lines([names, [...first, "x"], second]),
    `${read.split(", ")[1]}; 2: has 7 values where the header has 6`,
  ],
  [
    "an unknown column",
    lines([
      [...names, "foo"],
      [...first, "1"],
    ]),
    expect.stringContaining('line 1: saleshistory has no column "foo"') as never,
  ],
  ["no header", lines(both), expect.stringContaining("line 1: saleshistory has no column") as never],
  ["nothing", "", "the input is empty: not even a header line"],
  ["spaces alone", " \n \n", "the input is empty: not even a header line"],
])("a table with %s", async (_, file, is) => expect(await readSales(file)).toEqual(is));

test.each<[string, Uint8Array, string, string]>([
  ["UTF-16 with a mark", wide(`\ufeff${table("\t")}`), read, "auto"],
  ["UTF-16 without a mark", wide(table()), read, "auto"],
  ["UTF-16 of the other order", wide(`\ufeff${table()}`, true), read, "auto"],
  ["UTF-16 of the other order without a mark", wide(table(), true), read, "auto"],
  ["Windows-1252", latin(table()), read, "auto"],
  ["Windows-1252 by its name", latin(table()), read, "windows-1252"],
  [
    "Windows-1252 with €",
    latin(table().replace("17550", "\x8017550")),
    read.replace("17550", "undefined"),
    "auto",
  ],
  [
    "UTF-8 that ends within a character",
    Buffer.from(table().replace("Bremen", "Köln")).subarray(0, -4),
    expect.stringContaining("line 3") as never,
    "auto",
  ],
  [
    "UTF-32",
    Buffer.from(
      [...`\ufeff${table()}`].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8, 0, 0]),
    ),
    expect.stringContaining("line 1") as never,
    "auto",
  ],
  [
    "UTF-8 that was read as Windows-1252",
    Buffer.from(table().replace("Köln", "KÃ¶ln")),
    read.replace("Köln", "KÃ¶ln"),
    "auto",
  ],
])("a table in %s", async (_, file, is, encoding) => expect(await readSales(file, { encoding })).toEqual(is));

const record = ([vin, year, make, model, price, city]: Row) => ({
  vin,
  year,
  make,
  model,
  data: { listing_price: { price }, city },
});
const records = both.map(record);
const json = (value: unknown) => JSON.stringify(value);

test.each<[string, string, string]>([
  ["an object a line", records.map(json).join("\n"), read],
  ["an object a line, CR LF and a mark", `\ufeff${records.map(json).join("\r\n\r\n")}\r\n`, read],
  ["an array in one line", json(records), read],
  ["an array over lines", JSON.stringify(records, undefined, 2), read],
  ["an array with a mark", `\ufeff${json(records)}`, read],
  ["numbers", json(records).replaceAll('"17550"', "17550").replaceAll('"2003"', "2003"), read],
  ["null for what is unknown", json(records).replace('"Bremen"', "null"), read.replace("Bremen", "")],
  [
    "NaN, which is no JSON",
    json(records).replace('"17550"', "NaN"),
    expect.stringMatching(/9900 Köln; .*1: .*JSON/) as never,
  ],
  [
    "a comma after the last object",
    `[${records.map(json).join(",")},]`,
    expect.stringContaining("after a comma of the array no object follows") as never,
  ],
  [
    "an array that is cut off",
    json(records).slice(0, -20),
    expect.stringContaining("is not closed") as never,
  ],
  ["an object over lines", JSON.stringify(records[0], undefined, 2), expect.stringContaining("1: ") as never],
  ["bracketed text", `[${json({ ...records[0], make: "Ho]nda{" })}]`, `${vin(1)} 17550 Bremen`],
])("JSON with %s", async (_, file, is) => expect(await readSales(file)).toEqual(is));

const letters = "ABCDEFGH";
const cellsOf = (
  row: number,
  cells: readonly (string | number)[],
  styles: Readonly<Record<number, number>> = {},
) =>
  `<row r="${row}">${cells
    .map((cell, at) => {
      const place = `${letters[at]}${row}`;
      if (cell === "") return "";
      if (typeof cell === "number") return `<c r="${place}" s="${styles[at] ?? 0}"><v>${cell}</v></c>`;
      return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join("")}</row>`;
const numbers = ([vin, year, make, model, price, city]: Row) => [
  vin!,
  Number(year),
  make!,
  model!,
  Number(price),
  city!,
];
const book = (...rows: readonly string[]) => workbookOf({ sheets: { Sales: rows.join("") } });

test.each<[string, Uint8Array, string]>([
  ["texts", book(cellsOf(1, names), cellsOf(2, first), cellsOf(3, second)), read],
  ["numbers", book(cellsOf(1, names), cellsOf(2, numbers(first)), cellsOf(3, numbers(second))), read],
  ["a table further down", book(cellsOf(4, names), cellsOf(5, first), cellsOf(9, second)), read],
  [
    "three lines above the table",
    book(
      cellsOf(1, ["Sales, all"]),
      cellsOf(2, ["Created", ""]),
      cellsOf(4, names),
      cellsOf(5, first),
      cellsOf(6, second),
    ),
    read,
  ],
  [
    "an empty last cell below a title",
    book(
      cellsOf(1, ["Sales"]),
      cellsOf(3, names),
      cellsOf(4, [...first.slice(0, 5), ""]),
      cellsOf(5, second),
    ),
    read.replace("Bremen", ""),
  ],
  [
    "merged cells",
    book(cellsOf(1, names), cellsOf(2, first), cellsOf(3, ["", "", "", "", "9900", "Köln"])),
    `${vin(1)} 17550 Bremen; 3: vin must not be empty`,
  ],
  [
    "empty rows with styles",
    book(
      cellsOf(1, names),
      cellsOf(2, first),
      cellsOf(3, second),
      '<row r="4"><c r="A4" s="1"/></row><row r="5"/>',
    ),
    read,
  ],
  [
    "an error in a cell",
    book(cellsOf(1, names), cellsOf(2, first), '<row r="3"><c r="A3" t="e"><v>#REF!</v></c></row>'),
    `${vin(1)} 17550 Bremen; 3: vin is an error made by a spreadsheet: export the file again with this column as text`,
  ],
  [
    "a VIN that became a number",
    book(cellsOf(1, names), cellsOf(2, [1.2345678901234568e16, 2003, "Honda", "Accord", 1, ""])),
    "; 2: vin is a number made by a spreadsheet: export the file again with this column as text",
  ],
])("a workbook with %s", async (_, file, is) => expect(await readSales(file)).toEqual(is));
