import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { programFile } from "../base/program/place.ts";
import { coveredBy, missingLetters } from "./coverage.ts";
import { type FontName, hasGlyph, newPdf } from "./pdf-document.ts";

// Symbols of a tool's pages, at code points that are no characters.
const packages = join(import.meta.dir, "../../node_modules");
const [found] = new Glob("playwright-core/lib/vite/recorder/assets/codicon*.ttf").scanSync(packages);
const symbols = join(packages, found!);

test("a font has the characters that the drawing finds in it", () => {
  const pdf = newPdf({ title: "Fonts", fingerprint: "none", at: new Date(0), font: symbols });
  for (const [name, path] of [
    ["regular", programFile("vendor/paper/DejaVuSans.ttf")],
    ["bold", programFile("vendor/paper/DejaVuSans-Bold.ttf")],
    ["other", symbols],
  ] as const satisfies readonly (readonly [FontName, string])[]) {
    const covered = coveredBy(readFileSync(path));
    const differing: number[] = [];
    let count = 0;
    for (let code = 0; code < 0x20000; code++) {
      const has = (covered[code >> 3]! & (1 << (code & 7))) !== 0;
      if (has) count += 1;
      if (has !== hasGlyph(pdf, name, code)) differing.push(code);
    }
    expect([name, differing, count > 100]).toEqual([name, [], true]);
  }
});

test("letters that no font has are named once, and what has no form is none", () => {
  expect(missingLetters("Acme 漢字漢 ไทย 🚗 \uea60", undefined)).toEqual([..."漢字ไทย🚗\uea60"]);
  expect(missingLetters("漢 \uea60", symbols)).toEqual(["漢"]);
  expect(missingLetters("Ωμέγα Ђуро שלום سلام می\u200cخواهم \u200f€\r\n1️", undefined)).toEqual([]);
});

test("papers show all Latin letters, for which the console requests nothing", () => {
  const latin = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).join("");
  expect(missingLetters(latin, undefined)).toEqual([]);
});
