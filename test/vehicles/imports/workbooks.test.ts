import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "../../../src/database/sql.ts";
import { storedJson } from "../../../src/vehicles/families/body.ts";
import { openFile } from "../../../src/vehicles/imports/input/input.ts";
import { startService } from "../../harness.ts";
import { importText, temporaryFolder } from "./importing.ts";
import { lienOf, liens, vins } from "./liens.ts";
import { workbookOf } from "./workbooks.ts";

/** A workbook's sheet as CSV, or why it is refused. */
async function csvOf(bytes: Uint8Array, sheet?: string, bytesMax = 2 ** 27): Promise<string> {
  using folder = temporaryFolder();
  const file = join(folder.path, "a.xlsx");
  writeFileSync(file, bytes);
  try {
    await using input = await openFile(file, {
      members: /none/,
      bytesMax,
      folder: folder.path,
      sheet,
    });
    let csv = "";
    for await (const chunk of input.read()) csv += Buffer.from(chunk).toString();
    return csv;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

const cell = (place: string, value: string, type = "") => `<c r="${place}"${type}><v>${value}</v></c>`;
const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join("")}</row>`;
const header = row(1, inline("A1", "vin"), inline("B1", "a;b"), inline("C1", "c"));
const data = (...cells: string[]) =>
  csvOf(workbookOf({ sheets: { Data: header + row(2, ...cells) }, ...parts }));
const head = '"vin","a;b","c"\n';
const parts = {
  texts:
    "<si><t>one</t></si><si><r><t>two </t></r><r><t>&amp; more</t></r><rPh><t>no</t></rPh></si><si/><si><t>last</t></si>",
  styles:
    '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0.00 &quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs>',
};
const styled = (style: number) => ` s="${style}"`;

test("texts, numbers and flags of a sheet are read", async () => {
  expect(await data(cell("A2", "0", ' t="s"'), cell("B2", "1", ' t="s"'), cell("C2", "3", ' t="s"'))).toBe(
    `${head}one,two &amp; more,last\n`.replace("&amp;", "&"),
  );
  expect(
    await data(cell("A2", "17.550000000000001"), cell("B2", "1.755E4"), cell("C2", "12345678901234567")),
  ).toBe(`${head}17.55,17550,1.2345678901234568E+16\n`);
  expect(
    await data(cell("A2", "1", ' t="b"'), cell("B2", "#N/A", ' t="e"'), inline("C2", 'a,"b_x000D_&#10;c')),
  ).toBe(`${head}TRUE,#N/A,"a,""b  c"\n`.replace("b  c", "b c"));
});

test("numbers whose style shows days are days", async () => {
  const days = await data(
    cell("A2", "46313", styled(1)),
    cell("B2", "45351", styled(2)),
    cell("C2", "46313"),
  );
  expect(days).toBe(`${head}2026-10-18,2024-02-29,46313\n`);
  const times = await data(
    cell("A2", "46313.75", styled(4)),
    cell("B2", "0.5", styled(5)),
    cell("C2", "46313", styled(3)),
  );
  expect(times).toBe(`${head}2026-10-18T18:00:00,0.5,46313\n`);
  const book = { sheets: { Data: header + row(2, cell("A2", "44851", styled(1))) }, ...parts };
  expect(await csvOf(workbookOf({ ...book, properties: 'date1904="1"' }))).toBe(`${head}2026-10-18,,\n`);
});

test.each([
  ['#,##0.00 "€"', "17550.5", "17550.5 €"],
  ["#,##0.00\\ [$€-407]", "17550.5", "17550.5 €"],
  ["[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00", "17550", "$17550"],
  ['_-"£"* #,##0_-', "9900", "£9900"],
  ["£#,##0", "9900", "£9900"],
  ["[$CHF-807] #,##0.00", "9900", "CHF9900"],
  ['#,##0 "km"', "97303", "97303 km"],
  // The number itself is not in thousands.
  ['#,##0, "k"', "97303", "97303"],
  ['0 "Stück"', "5", "5"],
  ["0.00%", "0.5", "0.5"],
  ["[$-407]#,##0", "5", "5"],
])("a number in the style %p is read with its currency or unit", async (code, number, text) => {
  const formatCode = code.replaceAll('"', "&quot;");
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="${formatCode}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
  const sheets = { Data: header + row(2, cell("A2", number, styled(1))) };
  expect(await csvOf(workbookOf({ sheets, styles }))).toBe(`${head}${text},,\n`);
});

test("lines have the numbers of rows, and rows the cells of the header", async () => {
  const sheet =
    row(3, inline("B3", "vin"), inline("C3", "as_of")) +
    row(5, cell("B5", "1"), '<c r="D5"/>') +
    row(6) +
    row(9, cell("D9", "2"));
  expect(await csvOf(workbookOf({ sheets: { Data: sheet } }))).toBe(
    '\n\n"","vin","as_of"\n\n,1,\n\n\n\n,,,2\n',
  );
  const bare = "<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c><v>3</v></c></row>";
  expect(await csvOf(workbookOf({ sheets: { Data: bare } }))).toBe('"1","2"\n3,\n');
});

test("the first visible sheet is read, or the one that is named", async () => {
  const book = workbookOf({
    sheets: { ".old": row(1, cell("A1", "1")), Cars: row(1, cell("A1", "2")), Vans: row(1, cell("A1", "3")) },
  });
  expect([await csvOf(book), await csvOf(book, "Vans"), await csvOf(book, ".old")]).toEqual([
    '"2"\n',
    '"3"\n',
    '"1"\n',
  ]);
  expect(await csvOf(book, "Bikes")).toBe(
    'ImportError: the workbook has no sheet "Bikes"; it has ".old", "Cars", "Vans"',
  );
});

test("a sheet that cannot be read is refused with its cell or row", async () => {
  expect(await data('<c r="B2"><f>A1+1</f></c>')).toBe(
    'ImportError: sheet "Data", cell B2: the formula has no stored value; open the file in a spreadsheet program and save it',
  );
  expect(await data('<c r="B2"><f>A1+1</f><v></v></c>')).toContain(
    "cell B2: the formula has no stored value",
  );
  expect(await data('<c r="B2" t="str"><f>""</f><v></v></c>', cell("C2", "1"))).toBe(`${head},,1\n`);
  expect(await data('<c r="B2"><f>A1+1</f><v>2</v></c>')).toBe(`${head},2,\n`);
  expect(await csvOf(workbookOf({ sheets: { Data: row(2) + row(1, cell("A1", "1")) } }))).toBe(
    'ImportError: sheet "Data": row 1 is not in order; save the sheet as CSV',
  );
  expect(await csvOf(workbookOf({ sheets: { Data: `<row r="1">${"<c>".repeat(9)}` } }))).toMatch(/^$/);
  expect(await csvOf(workbookOf({ sheets: { Data: `<row r="1">${"<c>".repeat(2 ** 21)}` } }))).toMatch(
    /^ImportError: sheet "Data": row 1 is longer than 4 MiB/,
  );
});

test("a workbook that would fill memory is refused", async () => {
  const many = { sheets: { Data: header }, texts: "<si/>".repeat(2_200_000) };
  expect(await csvOf(workbookOf(many))).toBe(
    "ImportError: the workbook has more than 64 MiB of texts; save its sheet as CSV",
  );
  const far = Array.from({ length: 300 }, (_, at) => row(at + 2, cell(`IZZ${at + 2}`, "1"))).join("");
  expect(await csvOf(workbookOf({ sheets: { Data: header + far } }), undefined, 2 ** 20)).toBe(
    "ImportError: the input has more than the 1 MiB allowed",
  );
});

test("an older workbook, or one with a password, is refused by name", async () => {
  expect(await csvOf(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toBe(
    "ImportError: this is a workbook of the older form (.xls), or one with a password; save it as .xlsx without a password, or as CSV",
  );
});

test("a workbook is imported like a table", async () => {
  const service = await startService();
  const { database } = service.app;
  const sheet =
    row(
      1,
      inline("A1", "VIN"),
      inline("B1", "liens.1.lienholder"),
      inline("C1", "liens.1.status"),
      inline("D1", "As of"),
    ) +
    row(
      2,
      inline("A2", vins[0]),
      inline("B2", "Größe, N.A."),
      inline("C2", "active"),
      cell("D2", "46327", styled(1)),
    );
  await importText(database, liens, workbookOf({ sheets: { Liens: sheet }, ...parts }));
  const stored = async () => {
    const rows = await database.all<{ body: Uint8Array }>(sql`
      select body from lien_record where dataset in (select id from dataset where family = 'lien' and state = 'current')
      order by vin`);
    return rows.map(({ body }) => JSON.parse(storedJson(body)));
  };
  expect(await stored()).toEqual([lienOf(vins[0], "Größe, N.A.")]);
  await importText(database, liens, JSON.stringify([lienOf(vins[0], "A"), lienOf(vins[1], "B")]));
  expect(await stored()).toEqual([lienOf(vins[0], "A"), lienOf(vins[1], "B")]);
  await service.end();
}, 90_000);
