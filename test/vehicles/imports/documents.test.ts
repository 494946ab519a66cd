import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import { dataPage } from "./data-page.ts";

const file = join(import.meta.dir, "../../../docs/data.md");

test("docs/data.md has the columns of every family; VINGATE_WRITE_DOCS=1 writes it", () => {
  const page = readFileSync(file, "utf8");
  const current = dataPage(page, recordFamilies);
  if (process.env.VINGATE_WRITE_DOCS === "1") writeFileSync(file, current);
  expect(readFileSync(file, "utf8")).toBe(current);
});
