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
