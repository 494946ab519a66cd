import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readDocument } from "../../tools/sdk/document.ts";
import { pythonFiles } from "../../tools/sdk/python.ts";
import { typescriptFiles } from "../../tools/sdk/typescript.ts";

test("the TypeScript client is up to date (npm run generate)", () => {
  const files = Object.entries(typescriptFiles(readDocument()));
  const stale = files.filter(([name, text]) => readFileSync(`sdk/typescript/src/${name}`, "utf8") !== text);
  expect([files.length, stale.map(([name]) => name)]).toEqual([2, []]);
});

test("the Python client is up to date (npm run generate)", () => {
  const files = Object.entries(pythonFiles(readDocument()));
  const stale = files.filter(
    ([name, text]) => readFileSync(`sdk/python/src/vingate/${name}`, "utf8") !== text,
  );
  expect([files.length, stale.map(([name]) => name)]).toEqual([6, []]);
});
