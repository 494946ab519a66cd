import { expect, test } from "bun:test";
import { csvRow, csvRows } from "./csv.ts";

test("a row quotes what must be quoted", () => {
  expect(csvRow(["a", 'say "b"', "c,d", ""])).toBe('a,"say ""b""","c,d",\r\n');
});

test.each([
  [
    "vin,bank\r\nA,B\r\n",
    [
      ["vin", "bank"],
      ["A", "B"],
    ],
  ],
  [
    '\uFEFFvin;bank\nA;"B;\n""C"""\n',
    [
      ["vin", "bank"],
      ["A", 'B;\n"C"'],
    ],
  ],
  [
    "vin\tbank\n\nA\tB",
    [
      ["vin", "bank"],
      ["A", "B"],
    ],
  ],
  [
    "a|b|c\n1|2",
    [
      ["a", "b", "c"],
      ["1", "2"],
    ],
  ],
  [
    'sep=;\n"Make, Model";price\n"A, B";1,5\n',
    [
      ["Make, Model", "price"],
      ["A, B", "1,5"],
    ],
  ],
  [
    "vin,bank\nA,B,\n",
    [
      ["vin", "bank"],
      ["A", "B"],
    ],
  ],
  [
    "vin,bank,\nA,B\n",
    [
      ["vin", "bank"],
      ["A", "B"],
    ],
  ],
  ["", []],
])("%p is read", (text, rows) => expect(csvRows(text, 5, true)).toEqual(rows));

test("only as many rows as wanted are read, and no cut line", () => {
  expect(csvRows("a\n1\n2\n3\n", 2, true)).toEqual([["a"], ["1"]]);
  expect(csvRows("a,b\n1,2\n3,", 9, false)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});
