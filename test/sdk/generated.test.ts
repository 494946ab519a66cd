import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openapiDocument } from "../../src/http/openapi/document.ts";
import { documentTexts } from "../../src/management/documentation/document-texts.ts";
import { operations } from "../../src/operations.ts";
import { readDocument } from "../../tools/sdk/document.ts";
import { pythonFiles } from "../../tools/sdk/python.ts";
import { typescriptFiles } from "../../tools/sdk/typescript.ts";

/** The lines in which a file differs from what is made now: all of them would be thousands. */
function staleLines(folder: string, made: Readonly<Record<string, string>>): string[] {
  return Object.entries(made).flatMap(([name, text]) => {
    const lines = text.split("\n");
    const kept = readFileSync(`${folder}/${name}`, "utf8").split("\n");
    const at = lines.findIndex((line, index) => line !== kept[index]);
    if (at < 0 && lines.length === kept.length) return [];
    return [
      `${name}:${at + 1}: ${kept[at]} is now ${lines[at]}; ${kept.length} lines are now ${lines.length}`,
    ];
  });
}

test("the TypeScript client is up to date (npm run generate)", () => {
  const made = typescriptFiles(readDocument());
  expect([Object.keys(made).length, staleLines("sdk/typescript/src", made)]).toEqual([2, []]);
});

test("the Python client is up to date (npm run generate)", () => {
  const made = pythonFiles(readDocument());
  expect([Object.keys(made).length, staleLines("sdk/python/src/vingate", made)]).toEqual([6, []]);
});

test("a document whose repeated parts are shared leaves the next one whole", () => {
  const before = JSON.stringify(readDocument());
  openapiDocument(operations, "http://localhost:8080", documentTexts);
  expect(JSON.stringify(readDocument()) === before).toBe(true);
});
