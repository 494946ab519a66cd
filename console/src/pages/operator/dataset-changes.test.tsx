import { expect, test } from "bun:test";
import { cells, has, text } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { Changes, changeWords } from "./dataset-changes.tsx";

setUp();

const counts = (added: number, removed = 0, changed = 0) => ({ added, removed, changed });

test.each([
  [counts(0), "No changes."],
  [counts(1200, 5, 1), "1,200 added, 5 removed, 1 changed."],
])("%p in words", (changes, words) => {
  expect(changeWords(changes)).toBe(words);
});

test("years and makes are sorted by their changes", async () => {
  const by_year = { 2017: counts(1), 2018: counts(0, 5, 1) };
  await show(<Changes changes={{ ...counts(1, 5, 1), by_year, by_make: {}, by_reader: "none" }} />);
  expect(text()).toStartWith("1 added, 5 removed, 1 changed. By year");
  expect(cells("Changes by year")).toEqual([
    ["Year", "Added", "Removed", "Changed"],
    ["2018", "0", "5", "1"],
    ["2017", "1", "0", "0"],
  ]);
  expect(has("table", "Changes by make")).toBe(false);
});

test("at most eight makes are listed", async () => {
  const by_make = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`make ${index}`, counts(index + 1)]),
  );
  await show(<Changes changes={{ ...counts(78), by_year: {}, by_make, by_reader: "none" }} />);
  const rows = cells("Changes by make").slice(1);
  expect([rows.length, rows[0]?.[0], rows.at(-1)?.[0]]).toEqual([8, "make 11", "make 4"]);
});
