import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { schemaFile, schemaText } from "./schema.ts";

test("src/database/schema.sql is up to date (npm run generate)", async () => {
  expect(await schemaText()).toBe(readFileSync(schemaFile, "utf8"));
});
