import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import { dataFile, dataPage } from "./data-page.ts";

test("docs/data.md has the columns of every family (npm run generate)", () => {
  const page = readFileSync(dataFile, "utf8");
  expect(page).toBe(dataPage(page, recordFamilies));
});
