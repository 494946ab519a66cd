import { expect, test } from "bun:test";
import fc from "fast-check";
import Papa from "papaparse";
import { columnsMax } from "../../../base/reading/csv-row.ts";
import { cellMax, rowMax } from "./bounds.ts";
import { openCsv, readCells } from "./csv.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

interface Read {
  readonly rows: string[][];
  readonly lines: number[];
  readonly faults: Record<number, string>;
}

async function read(text: string, size = text.length): Promise<Read> {
  const all: Read = { rows: [], lines: [], faults: {} };
  for await (const { rows, faults, lineOf } of readCells(inPieces(text, size), { delimiter: "," })) {
    for (const [index, fault] of faults) all.faults[all.rows.length + index] = fault.message;
    all.lines.push(...rows.map((_, index) => lineOf(index)));
    all.rows.push(...rows.map((cells) => [...cells]));
  }
  return all;
}

const refusal = (text: string, size?: number) =>
  read(text, size).then(
    () => "read",
    (error: Error) => `${error.name}: ${error.message}`,
  );

const quotedCell = fc
  .string({ unit: fc.constantFrom("a", " ", ",", "\n", "\r\n", '""', "é") })
  .map((text) => `"${text}"`);
const plainCell = fc.string({ unit: fc.constantFrom("a", " ", "é", "1") });
const table = fc
  .array(fc.array(fc.oneof(quotedCell, plainCell), { minLength: 1, maxLength: 5 }), { maxLength: 8 })
  .chain((rows) =>
    fc.constantFrom("\n", "\r\n").map((end) => rows.map((cells) => cells.join(",") + end).join("")),
  );

test("rows are those of another parser, in pieces of any size", async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const { data } = Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" });
      const rows = data
        .map((cells) => cells.with(-1, cells.at(-1)!.replace(/\r$/, "")))
        .filter((cells) => cells.some((cell) => cell.trim() !== ""));
      const { rows: found, faults } = await read(text, size);
      expect([found, faults]).toEqual([rows, {}]);
    }),
  );
});

test("rows have the lines on which they begin", async () => {
  const { rows, lines } = await read('a,b\r\n\n"x\ny",1\n\n"p\n\nq",2\nz,3', 3);
  expect(rows).toEqual([
    ["a", "b"],
    ["x\ny", "1"],
    ["p\n\nq", "2"],
    ["z", "3"],
  ]);
  expect(lines).toEqual([1, 3, 6, 9]);
});

test("a single quote costs its row; an open quote the file", async () => {
  expect(await read('a\n"x"y",1\nz\n')).toEqual({
    rows: [["a"], ['x"y', "1"], ["z"]],
    lines: [1, 2, 3],
    faults: { 1: "has a single quote inside a quoted value; write it twice" },
  });
  const open =
    "ImportError: line 2: a quoted value begins here and is not closed; write a quote inside it twice";
  expect(await refusal('a\n"x,1\nz\n')).toBe(open);
  expect(await refusal('a\n"x"y,1\n"z",2\n')).toBe(open);
});

test("long cells and wide rows cost their row", async () => {
  const long = "x".repeat(cellMax + 1);
  const { faults, lines } = await read(
    `a,b\n${long},1\n"${long}",1\n${",".repeat(columnsMax)}\n"",${",".repeat(columnsMax)}\n${"x".repeat(cellMax)},1\n`,
    10_000,
  );
  expect([faults, lines]).toEqual([
    {
      1: "has a value of more than 1 MiB",
      2: "has a value of more than 1 MiB",
      3: "has more than 10,000 columns",
      4: "has more than 10,000 columns",
    },
    [1, 2, 3, 4, 5, 6],
  ]);
});

test("a long row is refused, ended or not", async () => {
  const row = Array.from({ length: 5 }, () => "x".repeat(cellMax)).join();
  const refused =
    "ImportError: line 2: a row of more than 4 MiB begins here; check that its quotes are closed";
  for (const rest of [row, `"${row}`, `${row}\n`, `${",".repeat(rowMax + 1)}\n`])
    expect(await refusal(`a,b\n${rest}`, 1 << 16)).toBe(refused);
});

test("a long row in short pieces is not read again for each", async () => {
  // Read for each piece, this would take hours.
  const { rows } = await read(`a\n"${'""'.repeat(cellMax - 10)}"\n`, 64);
  expect(rows.map((cells) => cells[0]!.length)).toEqual([1, cellMax - 10]);
});

test("a table with 2,000,000 columns is refused", async () => {
  const open = (header: string) =>
    openCsv(inPieces(header, 1 << 16)).then(
      ({ columns }) => columns.length,
      (error: Error) => error.message,
    );
  const columns = (count: number) => Array.from({ length: count }, (_, at) => at.toString(36)).join();
  expect(await open(`${columns(columnsMax)}\n`)).toBe(columnsMax);
  expect(await open(`${columns(100_000)}\n`)).toBe("line 1: has more than 10,000 columns");
  expect(await open(`${columns(2_000_000)}\n`)).toMatch(/^line 1: a row of more than 4 MiB/);
  expect(await open(`a,${"b".repeat(1001)}\n`)).toBe(
    "line 1: the name of column 2 has more than 1000 characters",
  );
});
