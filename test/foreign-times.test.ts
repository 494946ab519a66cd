import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isExempt, timeFaults, timeFiles } from "./foreign-times.ts";

const root = join(import.meta.dir, "..");
const sources = timeFiles
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .filter((path) => !isExempt(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("times of other people's texts are read in one place", () => {
  expect(sources.length).toBeGreaterThan(1500);
  expect(timeFaults(sources)).toEqual([]);
});

test("a time that is read elsewhere is found", () => {
  const path = "src/vehicles/imports/sources/planted.ts";
  const planted = (text: string) => timeFaults([{ path, text }], {});
  for (const text of [
    "const day = Date.parse(cell);",
    "const day = new Date(cell);",
    'const day = new Date(cell("RECEIVED")).toISOString();',
    `const day = new Date(\`\${year}-\${month}-\${date}\`);`,
    'const day = new Date(text + " UTC");',
    "const at = new Date(Date.parse(text) + dayMs);",
    "const at = new Date(now - Date.parse(text));",
  ])
    expect([text, planted(text)]).toEqual([text, [`${path}: makes 1 times of texts, not 0`]]);
  const numbers =
    "new Date(); new Date(now); new Date(0); new Date(clock()); new Date(Date.UTC(2026, 1)); new Date(at + dayMs);";
  expect(planted(`// Date.parse(text) is no reader.\n${numbers}`)).toEqual([]);
  expect(timeFaults([], { [path]: [2, "nothing"] })).toEqual([`${path}: makes 0 times of texts, not 2`]);
});
