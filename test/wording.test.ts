import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import {
  commentedFiles,
  commentFaults,
  guideFaults,
  guideFiles,
  sourceFaults,
  sourceFiles,
  testFiles,
  titleFaults,
  uncheckedComments,
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

test("things in comments do not speak, and comments are sentences", () => {
  const sources = read(commentedFiles).filter(
    ({ path }) => !/\.gen\.tsx?$/.test(path) && !uncheckedComments.some((folder) => path.startsWith(folder)),
  );
  expect(sources.length).toBeGreaterThan(2000);
  expect(commentFaults(sources)).toEqual([]);
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

test("finds comments in which things speak or know, and comments without a verb", () => {
  const text = [
    "/** Of the key that it seals with. */",
    "// The row says so. The operator, who knew it, may look; users must know it.",
    "/**\n * The log\n * remembers it. Of two, the first.\n */",
    '// `says` and "ask the operator" are quoted, and the asking price is a price.',
    'const told = "it says"; // It has what the database\n// knows.',
  ].join("\n");
  expect(commentFaults([{ path: "a.ts", text }])).toEqual([
    'a.ts: says "says" of a thing',
    'a.ts: says "remembers" of a thing',
    'a.ts: says "knows" of a thing',
    'a.ts: says "Of the key" in place of a sentence',
    'a.ts: says ". Of two, the" in place of a sentence',
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
