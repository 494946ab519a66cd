import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { wordedFiles, wordingFaults } from "./wording.ts";

const root = join(import.meta.dir, "..");
const sources = wordedFiles
  .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
  .filter((path) => !/\.(gen|test)\.tsx?$/.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("user-facing text has no banned words", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(wordingFaults(sources)).toEqual([]);
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
