import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Directed, directedParts, orderedLine, orderedLines } from "./letter-order.ts";

/** As a reader sees it from left to right. */
const seen = (parts: readonly Directed[]): string =>
  parts.map(({ text, isRightToLeft }) => (isRightToLeft ? [...text].reverse().join("") : text)).join("|");
const order = (text: string): string => seen(directedParts(orderedLine(text)));

test("letters, numbers and brackets of both directions are in the order of the standard", () => {
  for (const [text, expected] of [
    ["Acme אבג Ltd", "Acme |גבא| Ltd"],
    ["אבג Acme (דהו)", ")והד( |Acme| גבא"],
    // A number is read from left to right, and stands at its place.
    ["אבג 123 דהו", "והד |123| גבא"],
    ["שכן 12-34, ٣٤٥", "٣٤٥| ,|12-34| ןכש"],
    ["عرب 12-34", "34|-|12| برع"],
    ["Room 5 אבג 6", "Room 5 |6| גבא"],
    ["عربي 50%", "%|50| يبرع"],
    ['אבג "C 1" ד', 'ד "|C 1|" גבא'],
    ["20457 אבג", "גבא |20457"],
    // A mark of direction, which is not drawn.
    ["\u200fAcme 1 אב", "בא |Acme 1|\u200f"],
  ] as const)
    expect([text, order(text)]).toEqual([text, expected]);
});

test("a line has the order that its whole paragraph gives it", () => {
  const lines = ["אבג Acme", "Ltd 12", "(דהו", "Berlin)"];
  expect(orderedLines(lines.join(" "), lines).map((line) => seen(directedParts(line)))).toEqual([
    "Acme| גבא",
    "Ltd 12",
    "והד(",
    ")|Berlin",
  ]);
  // Words that are broken have no space between their parts.
  expect(orderedLines("אבג דהוזח", ["אבג דהו", "זח"]).map(({ text }) => text)).toEqual(["אבג דהו", "זח"]);
});

test("parts have each character of a line once", () => {
  const letters = fc.constantFrom(..."ab12אבגعرب٣٤ ()[]-,.%+\u200f\u0301");
  const texts = fc.array(letters, { minLength: 1, maxLength: 30 }).map((all) => all.join(""));
  const sorted = (text: string) => [...text].sort().join("");
  fc.assert(
    fc.property(texts, (text) => {
      const parts = directedParts(orderedLine(text));
      expect(sorted(parts.map((part) => part.text).join(""))).toBe(sorted(text));
    }),
  );
});
