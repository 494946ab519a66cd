import { gzipSync } from "node:zlib";
import { workbookOf } from "../vehicles/imports/workbooks.ts";

/** A press on the form of an import, after a file was dropped; typing is none. */
export type Press =
  | { readonly select: string; readonly option: string }
  | { readonly reading: RegExp }
  | { readonly type: string; readonly text: string }
  | { readonly button: string }
  | { readonly details: string };

/** A file as people have it. */
export interface OddFile {
  readonly what: string;
  readonly name: string;
  readonly family: "saleshistory" | "auction" | "lien";
  readonly content: string | Uint8Array;
  readonly rows: number;
  readonly rejected?: number;
  /** What is done before the import's own button. */
  readonly presses?: readonly Press[];
  /** What the first rows are stored as, where that differs from the file. */
  readonly stored?: readonly string[];
}

const vins = ["5J6RW2H59JL990075", "1HGCM82633A004352", "1M8GDM9AXKP042788"] as const;
const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\n`).join("");

/** A text in bytes of one for each letter. */
const latin = (text: string): Buffer => Buffer.from(text, "latin1");
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

const cells = (row: readonly string[], number: number): string =>
  `<row r="${number}">${row
    .map((text, at) => `<c r="${"ABCDEF"[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join("")}</row>`;
const sheet = (...rows: readonly (readonly string[])[]): string =>
  rows.map((row, at) => cells(row, at + 1)).join("");

const liens = lines("vin,liens.1.lienholder,liens.1.filed_at", `${vins[0]},Acme Bank,2026-01-13`);
const lots = (...keys: readonly string[]): string =>
  lines(
    "VIN,Lot number,Damage Description,Sale Date M/D/CY,Has Keys-Yes or No",
    ...keys.map((word, at) => `${vins[0]},4000${at},MINOR DENT/SCRATCHES,10/1${at}/2026,${word}`),
  );
const sales = (head: string, ...values: readonly string[]): string =>
  lines(
    `VIN,Year,Make,Model,Stock Number,${head}`,
    ...values.map((value, at) => `${vins[at % 3]},2018,HONDA,CR-V,${at},${value}`),
  );
const manyLiens = Array.from(
  { length: 50 },
  (_, at) => `${at === 30 ? "N/A" : `5J6RW2H59JL9900${at + 10}`},Bank ${at},2026-01-13`,
);

/** Twenty and more of them. Each is imported with at most three presses. */
export const oddFiles: readonly OddFile[] = [
  {
    what: "a workbook whose second sheet has the rows",
    name: "liens.xlsx",
    family: "lien",
    content: workbookOf({
      sheets: {
        Notes: sheet(["Author"], ["Ada"]),
        Liens: sheet(["VIN", "Lienholder"], [vins[0], "Acme Bank"], [vins[1], "Acme Bank"]),
      },
    }),
    rows: 2,
    presses: [{ select: "Sheet", option: "Liens" }],
  },
  {
    what: "UTF-16 with a mark and tabs, as spreadsheets write text",
    name: "liens.txt",
    family: "lien",
    content: utf16(`\uFEFF${liens.replaceAll(",", "\t")}`),
    rows: 1,
  },
  { what: "UTF-16 without a mark", name: "liens.csv", family: "lien", content: utf16(liens), rows: 1 },
  {
    what: "semicolons, a decimal comma and German heads",
    name: "verkäufe.csv",
    family: "saleshistory",
    content: lines(
      "FIN;Marke;Modell;Baujahr;Verkaufspreis;Kilometerstand",
      `${vins[0]};Honda;CR-V;2018;17.550,00 €;97.303 km`,
      `${vins[1]};Honda;Accord;2003;9.900,50 €;61.000 km`,
    ),
    rows: 2,
    stored: ["17550 EUR"],
  },
  {
    what: "a first line that names the delimiter",
    name: "liens.csv",
    family: "lien",
    content: `sep=;\n${liens.replaceAll(",", ";")}`,
    rows: 1,
  },
  {
    what: "a JSON list",
    name: "liens.json",
    family: "lien",
    content: JSON.stringify(vins.map((vin) => ({ VIN: vin, Lienholder: "Acme Bank" }))),
    rows: 3,
  },
  { what: "a compressed file", name: "liens.csv.gz", family: "lien", content: gzipSync(liens), rows: 1 },
  {
    what: "German heads with umlauts in Windows-1252",
    name: "bestand.csv",
    family: "saleshistory",
    content: latin(
      lines(
        "FIN;Marke;Modell;Baujahr;Verkaufspreis;Händler;Außenfarbe",
        `${vins[0]};Honda;CR-V;2018;17.550 \x80;Autohaus Müller;grün`,
        `${vins[1]};Honda;Accord;2003;9.900 \x80;Autohaus Größe;weiß`,
      ),
    ),
    rows: 2,
    stored: ["17550 EUR", "9900 EUR"],
  },
  {
    what: "dates with the month first, as one row shows",
    name: "liens.csv",
    family: "lien",
    content: lines("VIN,Bank,Filed", `${vins[0]},Acme Bank,03/02/2026`, `${vins[1]},Acme Bank,10/18/2025`),
    rows: 2,
    stored: ["2026-03-02", "2025-10-18"],
  },
  {
    what: "dates that can be read two ways",
    name: "liens.csv",
    family: "lien",
    content: lines("VIN,Bank,Filed", `${vins[0]},Acme Bank,03/02/2026`, `${vins[1]},Acme Bank,05/04/2026`),
    rows: 2,
    presses: [{ reading: /3 Feb 2026/ }],
    stored: ["2026-02-03", "2026-04-05"],
  },
  {
    what: "distances in kilometers",
    name: "sales.csv",
    family: "saleshistory",
    content: sales("Mileage", '"97,303 km"', '"61,000 km"'),
    rows: 2,
  },
  {
    what: "prices in pounds",
    name: "sales.csv",
    family: "saleshistory",
    content: sales("price", '"£17,550"', "£9900"),
    rows: 2,
    stored: ["17550"],
  },
  {
    what: "a comma at the end of each row",
    name: "liens.csv",
    family: "lien",
    content: lines("vin,liens.1.lienholder", `${vins[0]},Acme Bank,`, `${vins[1]},Acme Bank,`),
    rows: 2,
  },
  {
    what: "a column twice that nothing is read from",
    name: "liens.csv",
    family: "lien",
    content: lines("VIN,Bank,Remark,Remark", `${vins[0]},Acme Bank,a,b`),
    rows: 1,
  },
  {
    what: "a salvage auction's words for keys",
    name: "lots.csv",
    family: "auction",
    content: lots("YES", "NO", "DEFAULT"),
    rows: 3,
  },
  {
    what: "a word that nobody has translated",
    name: "lots.csv",
    family: "auction",
    content: lots("YES", "MAYBE", "NO"),
    rows: 3,
    presses: [{ type: "Value of MAYBE", text: "no" }, { button: "Use translations" }],
  },
  {
    what: "words for nothing",
    name: "sales.csv",
    family: "saleshistory",
    content: sales("price", "N/A", "-", "17550"),
    rows: 3,
    stored: ["nothing"],
  },
  {
    what: "names in Windows-1252",
    name: "liens.csv",
    family: "lien",
    content: latin(lines("VIN,Bank", `${vins[0]},Crédit \x93Général\x94`, `${vins[1]},Banco Español`)),
    rows: 2,
  },
  {
    what: "heads in capitals",
    name: "LIENS.CSV",
    family: "lien",
    content: lines("VIN,LIENS.1.LIENHOLDER,LIENS.1.FILED_AT", `${vins[0]},ACME BANK,2026-01-13`),
    rows: 1,
  },
  { what: "a byte order mark", name: "liens.csv", family: "lien", content: `\uFEFF${liens}`, rows: 1 },
  {
    what: "line breaks within quotes",
    name: "liens.csv",
    family: "lien",
    content: lines(
      "vin,liens.1.lienholder",
      `${vins[0]},"Acme Bank\nMain Street"`,
      `${vins[1]},"Acme, ""the"" bank"`,
    ),
    rows: 2,
  },
  {
    what: "names in Latin-1",
    name: "liens.csv",
    family: "lien",
    content: latin(lines("VIN;Bank", `${vins[0]};Société Générale`, `${vins[1]};Bücher & Söhne`)),
    rows: 2,
  },
  {
    what: "names in Shift-JIS, which only a person can name",
    name: "liens.csv",
    family: "lien",
    content: latin(
      lines("VIN,Bank", `${vins[0]},\x93\xfa\x96\x7b\x8b\xe2\x8d\x73`, `${vins[1]},\x93\xfa\x96\x7b`),
    ),
    rows: 2,
    presses: [{ details: "Details" }, { select: "Encoding", option: "Japanese" }],
  },
  {
    what: "one wrong row in 50",
    name: "liens.csv",
    family: "lien",
    content: lines("VIN,Bank,Filed", ...manyLiens),
    rows: 50,
    rejected: 1,
  },
  {
    what: "a VIN in a column with another name",
    name: "liens.csv",
    family: "lien",
    content: lines("Nummer,Bank", `${vins[0]},Acme Bank`, `${vins[1]},Acme Bank`),
    rows: 2,
    presses: [{ select: "Import Nummer as", option: "vin" }],
  },
];
