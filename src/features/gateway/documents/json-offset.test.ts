import { expect, test } from "bun:test";
import { jsonOffset } from "./json-offset.ts";

const text = '{ "a": [1, -2.5e3, {"b\\"c": "}]"}], "d": null, "a" : [ true ,false ] }';

test.each([
  [[], text],
  [["a"], "[ true ,false ] }"],
  [["a", 1], "false ] }"],
  [["a", 7], "[ true ,false ] }"],
  [["d"], 'null, "a" : [ true ,false ] }'],
  [["d", "e"], 'null, "a" : [ true ,false ] }'],
  [["none"], text],
] as const)("the value at %j", (path, rest) => {
  expect(text.slice(jsonOffset(text, path))).toBe(rest);
});

test("names and strings with escapes and brackets", () => {
  const one = '[3, {"b\\"c": "}]", "x": {"y": 1}}, "z"]';
  const at = (path: readonly (string | number)[]) => one.slice(jsonOffset(one, path));
  expect(at([1, 'b"c'])).toBe('"}]", "x": {"y": 1}}, "z"]');
  expect(at([1, "x", "y"])).toBe('1}}, "z"]');
  expect(at([0])).toBe(one.slice(1));
  expect(at([2])).toBe('"z"]');
});
