import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openapiDocument } from "../../src/http/openapi/document.ts";
import { documentTexts } from "../../src/management/documentation/document-texts.ts";
import { operations } from "../../src/operations.ts";
import { readDocument } from "../../tools/sdk/document.ts";
import { PythonTypes } from "../../tools/sdk/python/models.ts";
import { pythonFiles } from "../../tools/sdk/python.ts";
import { pagesWithRepeats, withRepeats } from "../../tools/sdk/repeats.ts";
import { SchemaTypes } from "../../tools/sdk/schema-types.ts";
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
  expect([Object.keys(made).length, staleLines("sdk/typescript/src", made)]).toEqual([3, []]);
});

test("the Python client is up to date (npm run generate)", () => {
  const made = pythonFiles(readDocument());
  expect([Object.keys(made).length, staleLines("sdk/python/src/vingate", made)]).toEqual([7, []]);
});

test("the pages have the table of what is repeated (npm run generate)", () => {
  const stale = pagesWithRepeats.filter((page) => {
    const text = readFileSync(page, "utf8");
    return text !== withRepeats(text);
  });
  expect([pagesWithRepeats.length, stale]).toEqual([3, []]);
});

test("a document whose repeated parts are shared leaves the next one whole", () => {
  const before = JSON.stringify(readDocument());
  openapiDocument(operations, "http://localhost:8080", documentTexts);
  expect(JSON.stringify(readDocument()) === before).toBe(true);
});

test("a named list of objects without a name is no class of its own name", () => {
  const item = { type: "object", properties: { minor: { type: "integer" } }, required: ["minor"] };
  const schemas = { Sums: { type: "array", items: item } };
  expect(new PythonTypes(schemas).text).toBe(
    "class SumsItem(TypedDict):\n    minor: int\n\n\n\n\nSums = list[SumsItem]",
  );
  const types = new SchemaTypes(schemas);
  types.typeOf({ $ref: "#/components/schemas/Sums" });
  expect(types.declarations()).toBe("export type Sums = {\n  minor: number;\n}[];\n");
});
