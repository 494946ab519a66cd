import { expect, test } from "bun:test";
import { originInWords, originOf } from "./region.ts";

test("region and country of a manufacturer code", () => {
  const cases: [string, string, string][] = [
    ["1HG", "North America", "United States"],
    ["2HG", "North America", "Canada"],
    ["3VW", "North America", "Mexico"],
    ["7FA", "Oceania", "United States"],
    ["HY7", "Asia", "China"],
    ["JHM", "Asia", "Japan"],
    ["KMH", "Asia", "South Korea"],
    ["LVS", "Asia", "China"],
    ["EAU", "Europe", "Russia"],
    ["WBA", "Europe", "Germany"],
    ["SAL", "Europe", "United Kingdom"],
    ["VF1", "Europe", "France"],
    ["YV1", "Europe", "Sweden"],
    ["9BW", "South America", "Brazil"],
    ["DA1", "Africa", "Egypt"],
    ["AAV", "Africa", "South Africa"],
    ["", "", ""],
    ["I00", "", ""],
  ];
  expect(cases.map(([wmi]) => [wmi, originOf(wmi).region, originOf(wmi).country])).toEqual(cases);
});

test("the same in words", () => {
  expect(["HY7AAAAA0AA123456", "E11", "000", ""].map(originInWords)).toEqual([
    "China, Asia",
    "Russia, Europe",
    "",
    "",
  ]);
});
