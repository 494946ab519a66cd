import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { demoFolder } from "../../src/vehicles/imports/demo/demo-set.ts";

test("the demo set takes at most 2 MB and is packaged", () => {
  const bytes = readdirSync(demoFolder).map((file) => statSync(join(demoFolder, file)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_000_000);
  const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
  expect(files).toContain("demo");
});
