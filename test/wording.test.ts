import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import {
  guideFaults,
  guideFiles,
  sourceFaults,
  sourceFiles,
  testFiles,
  titleFaults,
  wordedFiles,
  wordingFaults,
} from "./wording.ts";

const root = join(import.meta.dir, "..");
const read = (patterns: readonly string[]) =>
  patterns
    .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("user-facing text has no banned words", () => {
  const sources = read(wordedFiles).filter(({ path }) => !/\.(gen|test)\.tsx?$/.test(path));
  expect(sources.length).toBeGreaterThan(100);
  expect(wordingFaults(sources)).toEqual([]);
});

test("the guide has no banned words", () => {
  const sources = read(guideFiles);
  expect(sources.length).toBeGreaterThan(10);
  expect(guideFaults(sources)).toEqual([]);
});

test("sources have no banned words", () => {
  const sources = read(sourceFiles);
  expect(sources.length).toBeGreaterThan(400);
  expect(sourceFaults(sources)).toEqual([]);
});

test("test titles have no banned words", () => {
  const sources = read(testFiles).filter(({ path }) => !path.startsWith("test/wording"));
  expect(sources.length).toBeGreaterThan(200);
  expect(titleFaults(sources)).toEqual([]);
});

test("finds banned words in strings and JSX, not in comments or code", () => {
  const code = 'const told = 1; // the books\nconst hint = "It answers 404";\nconst note = `former`;\n';
  const jsx = '/** What it tells. */\n<p title="at once">\n  The key stands here.\n</p>\n';
  expect(
    wordingFaults([
      { path: "a.ts", text: code },
      { path: "b.tsx", text: jsx },
    ]),
  ).toEqual([
    'a.ts: says "answers 404" to users',
    'a.ts: says "former" to users',
    'b.tsx: says "at once" to users',
    'b.tsx: says "stands" to users',
  ]);
});

test("finds banned words in a source's comments, strings and names", () => {
  const text = '// Hears of it.\nconst told = "compared anew";\nconst bookshelf = 1;\n';
  expect(sourceFaults([{ path: "a.ts", text }])).toEqual([
    'a.ts: says "Hears" to readers',
    'a.ts: says "told" to readers',
    'a.ts: says "anew" to readers',
  ]);
});

test("finds banned words in test titles, not in test bodies", () => {
  const text =
    'describe.skipIf(kind.missing)(`nobody knows`, () => {\n  test(\n    "a token of whatever kind",\n    () => call("nobody"),\n  );\n});\n';
  expect(titleFaults([{ path: "a.test.ts", text }])).toEqual([
    'a.test.ts: says "nobody" in a title',
    'a.test.ts: says "whatever" in a title',
  ]);
});
