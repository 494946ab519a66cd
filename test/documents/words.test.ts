import { expect, test } from "bun:test";
import { join } from "node:path";
import { pagesByWords, tooManyWords, wordsOf } from "./words.ts";

const home = join(import.meta.dir, "..", "..");

test("the hand-written documents have at most 92,500 words", () => {
  const pages = pagesByWords(home);
  expect(pages.length).toBeGreaterThan(100);
  expect(tooManyWords(pages, 92_500)).toEqual([]);
});

test("words have a letter or a digit, and generated parts are not counted", () => {
  expect(wordsOf("# A page\n\n| a | 1 |\n|---|---:|\n\n- `b/c`, déjà — 2.5 ms\n")).toBe(8);
  expect(wordsOf("One two\n<!-- The rest is generated from the declarations. -->\nthree\n")).toBe(2);
});

test("too many words are reported with every page", () => {
  const pages = [
    { path: "docs/long.md", words: 70 },
    { path: "docs/short.md", words: 31 },
  ];
  expect(tooManyWords(pages, 101)).toEqual([]);
  expect(tooManyWords(pages, 100)).toEqual([
    "the documents have 101 words, 1 more than 100: shorten a page",
    "docs/long.md: 70",
    "docs/short.md: 31",
  ]);
});
