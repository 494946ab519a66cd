import { expect, test } from "bun:test";
import { originOf } from "./region.ts";

test("region and country of a manufacturer code", () => {
  const cases: [string, string, string][] = [
    ["1HG", "North America", "United States"],
    ["2HG", "North America", "Canada"],
    ["3VW", "North America", "Mexico"],
    ["7FA", "Oceania", "United States"],
    ["JHM", "Asia", "Japan"],
    ["KMH", "Asia", "South Korea"],
    ["LVS", "Asia", "China"],
    ["WBA", "Europe", "Germany"],
    ["SAL", "Europe", "United Kingdom"],
    ["VF1", "Europe", "France"],
    ["YV1", "Europe", "Sweden"],
    ["9BW", "South America", "Brazil"],
    ["AAV", "Africa", "South Africa"],
    ["", "", ""],
    ["I00", "", ""],
  ];
  expect(cases.map(([wmi]) => [wmi, originOf(wmi).region, originOf(wmi).country])).toEqual(cases);
});
