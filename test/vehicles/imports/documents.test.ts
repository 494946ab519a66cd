import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataPage } from "./data-page.ts";

const page = join(import.meta.dir, "../../../docs/data.md");

test("docs/data.md says what the import takes; VINGATE_WRITE_DOCS=1 writes it anew", () => {
  if (process.env.VINGATE_WRITE_DOCS === "1") writeFileSync(page, dataPage());
  expect(readFileSync(page, "utf8")).toBe(dataPage());
});
