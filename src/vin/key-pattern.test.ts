import { expect, test } from "bun:test";
import { ALPHABET } from "./characters.ts";
import { canMatch, parseKey } from "./key-pattern.ts";

/** What each position matches and names, in the alphabet's order; `any` for a free position. */
function read(key: string): [string, string][] {
  return parseKey(key).map(({ matches, named, free }) => {
    const named2 = [...ALPHABET]
      .filter((_, code) => ((named[code >> 5]! >>> (code & 31)) & 1) === 1)
      .join("");
    const all = matches.every((flag) => flag === 1);
    return [
      all ? "any" : [...ALPHABET].filter((_, code) => matches[code] === 1).join(""),
      free ? "free" : named2,
    ];
  });
}

test("keys are read position by position", () => {
  expect(read("A*[C-E1]")).toEqual([
    ["A", "A"],
    ["any", "free"],
    ["1CDE", "1CDE"],
  ]);
  expect(read("#_")).toEqual([
    ["0123456789", "0123456789"],
    ["any", "_"],
  ]);
});

test("a plain list names all it holds, a range only what a VIN may hold", () => {
  expect(read("[0O_]")).toEqual([["0O", "0O_"]]);
  expect(read("[H-J]")).toEqual([["HIJ", "HJ"]]);
});

test("keys that cannot match", () => {
  const cases: [string, boolean][] = [
    ["*****|*A", true],
    ["******A", true],
    ["*****A", false],
    ["|", false],
    ["*****|*********", false],
  ];
  expect(cases.map(([key]) => [key, canMatch(parseKey(key))])).toEqual(cases);
});
