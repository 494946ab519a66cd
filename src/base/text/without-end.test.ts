import { expect, test } from "bun:test";
import fc from "fast-check";
import { withoutEnd } from "./without-end.ts";

test("removes at the end what a pattern removed", () => {
  const texts = fc.array(fc.constantFrom("-", "x", "\n")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutEnd(text, "-")).toBe(text.replace(/-+$/, ""));
    }),
  );
});
