import { expect, test } from "bun:test";
import fc from "fast-check";
import { delimited, replaceDelimited, withoutBrackets } from "./delimited.ts";

const texts = fc
  .array(fc.constantFrom("(", ")", "/*", "*/", "/", "*", "TON", "1", " ", "x", "\n"))
  .map((parts) => parts.join(""));

test("replaces what patterns replaced", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutBrackets(text)).toBe(text.replace(/\([^)]*\)/g, " "));
      expect(replaceDelimited(text, ["/*", "*/"], () => "")).toBe(text.replace(/\/\*[\s\S]*?\*\//g, ""));
      const ofTons = replaceDelimited(text, ["(", ")"], (inside) =>
        /\bTON\b/.test(inside) ? " " : undefined,
      );
      expect(ofTons).toBe(text.replace(/\([^)]*\bTON\b[^)]*\)/g, " "));
    }),
    { numRuns: 3000 },
  );
});

test("lists parts with their places", () => {
  expect([...delimited("a(b)(c(d)e)(f", "(", ")")]).toEqual([
    { inside: "b", start: 1, end: 4 },
    { inside: "c(d", start: 4, end: 9 },
  ]);
});
