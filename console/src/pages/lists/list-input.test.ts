import { expect, test } from "bun:test";
import { entriesMax, readList } from "./list-input.ts";

const names = (text: string, kind: "vins" | "plates" = "vins") =>
  readList(text, kind).entries.map(({ name, state }) => (state ? `${name} ${state}` : name));

test("VINs are read from lines and from a column of a table", () => {
  expect(names("5J6RW2H59JL990075\r\n\r\n 1hgcm82633a004352 \n")).toEqual([
    "5J6RW2H59JL990075",
    "1HGCM82633A004352",
  ]);
  expect(names('Lot;VIN;Price\n7;"5J6 RW2H59-JL990075";100\n8;;200\n')).toEqual(["5J6RW2H59JL990075", "8"]);
  expect(names("\uFEFFVIN\nshort")).toEqual(["SHORT"]);
  expect(names('sep=;\nNote;VIN\n"two\nlines; and more";5J6RW2H59JL990075\n')).toEqual(["5J6RW2H59JL990075"]);
  expect(names("VIN\r5J6RW2H59JL990075\r1HGCM82633A004352\r")).toEqual([
    "5J6RW2H59JL990075",
    "1HGCM82633A004352",
  ]);
  expect(names("5J6RW2H59JL990075;old\n1HGCM82633A004352, new\n")).toEqual([
    "5J6RW2H59JL990075",
    "1HGCM82633A004352",
  ]);
});

test("a quote that is not closed hides no line after it", () => {
  const rows = Array.from({ length: 40 }, (_, at) => `5J6RW2H59JL9900${at + 10},x`);
  expect(names(`VIN,Note\n1HGCM82633A004352,"5 in\n${rows.join("\n")}`)).toHaveLength(41);
});

test("plates have a state of two letters", () => {
  const text = "Plate,State\nabc123,ca\nDEF 4,NY\nGHI\nJKL TX\n";
  expect(names(text, "plates")).toEqual(["ABC123 CA", "DEF 4 NY", "JKL TX"]);
  expect(readList(text, "plates").incomplete).toBe(1);
});

test("repeated lines and those beyond the most are counted", () => {
  expect(readList("A\na\nB\nA", "vins")).toMatchObject({ repeated: 2, left: 0 });
  const long = Array.from({ length: entriesMax + 3 }, (_, at) => `V${at}`).join("\n");
  const { entries, left } = readList(long, "vins");
  expect([entries.length, left]).toEqual([entriesMax, 3]);
});
