import { expect, test } from "bun:test";
import { vinTable } from "./decode-csv.ts";

const vin = "1HGCM82633A004352";

test("reads a table's VINs and years with any separators and quotes", () => {
  const cases: [header: string, line: string][] = [
    ["unit,vin,year", `7,${vin},2003`],
    ["\uFEFFUnit;VIN ;Model Year", `"7; old";"${vin}"; 2003 `],
    ["vin\tnote\tyear", `${vin}\tsaid "new", is not\t2003`],
    ["note,vin,year", `"said ""new"", is, not",${vin},2003`],
  ];
  expect(cases.map(([header, line]) => vinTable(header)?.vinOf(line))).toEqual(
    cases.map(() => ({ vin, year: 2003 })),
  );
});

test("lines without such cells, and a list that is no table", () => {
  const table = vinTable("vin,year")!;
  expect([table.vinOf(""), table.vinOf(`${vin},03`), table.vinOf(`"${vin}`)]).toEqual([
    { vin: "", year: 0 },
    { vin, year: 0 },
    { vin, year: 0 },
  ]);
  expect([vinTable(vin), vinTable("unit,year")]).toEqual([undefined, undefined]);
});
