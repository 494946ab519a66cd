import { expect, test } from "bun:test";
import { listedVins } from "./decode-csv.ts";

const vin = "1HGCM82633A004352";
const other = "1M8GDM9AXKP042788";

/** The VINs and years of a text whose lines come in batches of a size. */
async function read(text: string, size = 1000, column?: string): Promise<(readonly [string, number])[]> {
  async function* batches() {
    const lines = text.split("\n");
    for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size);
  }
  const found: (readonly [string, number])[] = [];
  for await (const { rows } of listedVins(batches(), column))
    for (const row of rows) found.push([row.vin, row.year]);
  return found;
}

test("reads a table's VINs and years with any separators and quotes", async () => {
  for (const table of [
    `unit,vin,year\n7,${vin},2003`,
    `\uFEFFUnit;VIN ;Model Year\n"7; old";"${vin}"; 2003 `,
    `vin\tnote\tyear\n${vin}\tsaid "new", is not\t2003`,
    `note,vin,year\n"said ""new"", is, not",${vin},2003`,
    `sep=;\n"Unit, old";vin;year\n7;${vin};2003`,
    `vin|year\n${vin}|2003`,
  ])
    for (const size of [1, 2, 1000]) expect([table, await read(table, size)]).toEqual([table, [[vin, 2003]]]);
});

test("a quoted value can have several lines", async () => {
  const table = `note,vin\n"said\n""new"",\nis not",${vin}\n"a\nb",${other}\nc,${vin}`;
  for (const size of [1, 2, 1000])
    expect(await read(table, size)).toEqual([
      [vin, 0],
      [other, 0],
      [vin, 0],
    ]);
});

test("a quote that is not closed ends with its line", async () => {
  const rows = Array.from({ length: 40 }, () => other);
  expect(await read(`vin,note\n"${vin}\n${rows.join("\n")}`)).toEqual([
    [vin, 0],
    ...rows.map((one) => [one, 0] as const),
  ]);
  const more = rows.map((one) => `x,${one}`).join("\n");
  expect(await read(`note,vin\n"5 in,${vin}\n${more}\n7 in",${vin}`)).toEqual([
    ["", 0],
    ...rows.map((one) => [one, 0] as const),
    [vin, 0],
  ]);
  expect(await read(`vin,note\n${vin},"5 in\n${other},"7 in\n${vin},x`)).toEqual([
    [vin, 0],
    [other, 0],
    [vin, 0],
  ]);
});

test("lines without such cells, and a list that is no table", async () => {
  expect(await read(`vin,year\n\n${vin},03`)).toEqual([
    ["", 0],
    [vin, 0],
  ]);
  expect([await read(vin), await read("unit,year")]).toEqual([[[vin, 0]], [["unit,year", 0]]]);
  expect(await read(`unit\n${vin}`, 1, "Unit")).toEqual([[vin, 0]]);
  await expect(read(`unit\n${vin}`, 1, "vin")).rejects.toThrow(
    'line 1: the header has no column "vin"; it has unit',
  );
  await expect(read(`sep=;\nunit;chassis\n7;${vin}`, 1000, "vin")).rejects.toThrow(
    'line 2: the header has no column "vin"; it has unit, chassis',
  );
});
