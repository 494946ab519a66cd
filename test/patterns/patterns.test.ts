import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findPatterns, patternsIn } from "./find.ts";
import { isPolynomial } from "./judge.ts";
import { madeOfTexts, polynomials } from "./polynomial.ts";

const root = join(import.meta.dir, "../..");
const { written, made } = findPatterns();

test("every polynomial pattern is listed with its bound", () => {
  expect(written.length).toBeGreaterThan(700);
  const found = written.filter(({ source, flags }) => isPolynomial(source, flags));
  expect(found).toEqual(polynomials.map(({ file, source, flags }) => ({ file, source, flags })));
});

test("every bound of a pattern is enforced and tested where the list says", () => {
  for (const { enforced, tested, slow, charactersMax } of polynomials) {
    for (const { file, text } of [enforced, tested])
      expect([file, readFileSync(join(root, file), "utf8").split(text).length]).toEqual([file, 2]);
    expect(slow.length).toBeLessThanOrEqual(charactersMax);
  }
});

test("every file that makes patterns of texts is listed", () => {
  expect([...new Set(made)]).toEqual(Object.keys(madeOfTexts));
});

test("patterns are found in code alone", () => {
  const text = [
    "const a = 6 / 2 / 1; // /x+$/",
    "const b = `/y+$/` + /z+\\/$/g.source;",
    'const c = "/x+$/"; RegExp("a"); new RegExp(b);',
  ].join("\n");
  expect(patternsIn("a.ts", text)).toEqual({
    written: [{ file: "a.ts", source: "z+\\/$", flags: "g" }],
    made: ["a.ts", "a.ts"],
  });
});

// What an older version had, and `recheck` 4.5.0 called polynomial.
test.each([
  /\/+$/,
  /^-+|-+$/g,
  /\([^)]*\)/g,
  /\([^)]*\bTON\b[^)]*\)/g,
  /\/\*[\s\S]*?\*\//g,
  /<URL>(.*?)<\/URL>/g,
  /(<a class="brand"[^>]*>).*?(<\/a>)/gs,
  /(?:^|\n|(?<=[.!]\s))\s*(Issue|Note)s?\s*:\s*/i,
  /^\$\s*(.*)$/,
  /^(\d*)\.?(\d*)$/,
  /(\.\d*?)0+$/,
  /%.*$/,
  /\{([^}]+)\}/g,
  /^(?:(.*?)\s*<)?([^<>\s]+)>?$/,
  // The counts that `recheck` calls linear, and that hold a thread all the same.
  /\d{300}/,
  /x[a-z]{300}/,
  /[a-z]{1,255}!/,
  /^(?:[a-z]+)+$/,
])("%p is polynomial", ({ source, flags }) => {
  expect(isPolynomial(source, flags)).toBe(true);
});

test.each([
  /\d{63}/,
  /^[\x21-\x7e]{8,255}$/,
  /\{([^{}]+)\}/g,
  /<!--[^<]*-->/,
  /(?:^|;)\s*p\s*=/i,
  /^# (.+)$/m,
  /%.*/s,
  /^(\d*)(?:\.(\d*))?$/,
  /[ !#-[\]-\uffff]*/y,
])("%p is linear", ({ source, flags }) => {
  expect(isPolynomial(source, flags)).toBe(false);
});
