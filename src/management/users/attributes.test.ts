import { expect, test } from "bun:test";
import { attributesBytesMax, attributesDepthMax, attributesFault } from "./attributes.ts";

function nested(depth: number): unknown {
  return depth === 0 ? 1 : depth % 2 === 0 ? { a: nested(depth - 1) } : [nested(depth - 1)];
}

test("depth counts objects and lists, the outermost included", () => {
  expect(attributesFault({})).toBe(undefined);
  expect(attributesFault({ a: nested(attributesDepthMax - 1) })).toBe(undefined);
  expect(attributesFault({ a: nested(attributesDepthMax) })).toBe(
    "attributes may be nested 5 levels deep, including themselves",
  );
});

test("size is that of the JSON in UTF-8", () => {
  const overhead = '{"a":""}'.length;
  const full = attributesBytesMax - overhead;
  expect(attributesFault({ a: "x".repeat(full) })).toBe(undefined);
  expect(attributesFault({ a: "x".repeat(full + 1) })).toBe(
    "attributes may have 16384 bytes as JSON; these have 16385",
  );
  expect(attributesFault({ a: "é".repeat(full / 2) })).toBe(undefined);
  expect(attributesFault({ a: "é".repeat(full / 2 + 1) })).not.toBe(undefined);
});
