import { expect, test } from "bun:test";
import { cellText, wantsCsv } from "./csv-answer.ts";

test("cells are quoted as RFC 4180 says", () => {
  expect(["plain", "a,b", 'a"b', "a\nb", "", null, 0, -1.5].map(cellText)).toEqual([
    "plain",
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    "",
    "",
    "0",
    "-1.5",
  ]);
});

test("a text that a spreadsheet would run is only shown", () => {
  expect(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"].map(cellText)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\t=1",
    '"\'\r=1"',
  ]);
});

test("CSV is sent to those who name it", () => {
  const wanted = ["text/csv", "TEXT/CSV; charset=utf-8", "application/json;q=0.5, text/csv;q=0.9"];
  const unwanted = [
    undefined,
    "",
    "*/*",
    "text/*",
    "application/json",
    "text/csv;q=0",
    "text/csv; q=0.0",
    "text/csvx",
  ];
  expect(wanted.map(wantsCsv)).toEqual(wanted.map(() => true));
  expect(unwanted.map(wantsCsv)).toEqual(unwanted.map(() => false));
});
