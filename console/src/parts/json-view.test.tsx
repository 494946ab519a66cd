import { expect, test } from "bun:test";
import { one, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { JsonView, pretty } from "./json-view.tsx";

setUp();

test.each([
  [{}, "{}"],
  [[], "[]"],
  [null, "null"],
  [undefined, "null"],
  ["text", '"text"'],
  [{ a: [1, 2], b: { c: null } }, '{ "a": [1, 2], "b": { "c": null } }'],
])("%p is one line", (value, text) => {
  expect(pretty(value)).toBe(text);
});

test("a long object has a line for each member", () => {
  const long = "x".repeat(60);
  expect(pretty({ vin: long, list: [1], deep: { of: long, and: 1 } })).toBe(
    `{\n  "vin": "${long}",\n  "list": [1],\n  "deep": {\n    "of": "${long}",\n    "and": 1\n  }\n}`,
  );
});

test("a long list has a line for each item", () => {
  const item = "y".repeat(40);
  expect(pretty([item, item])).toBe(`[\n  "${item}",\n  "${item}"\n]`);
});

test("names are marked, and texts that look like names are not", async () => {
  await show(<JsonView label="Response" value={{ vin: "a: b", 'say "x"': 1 }} />);
  expect(texts("pre .k")).toEqual(['"vin"', '"say \\"x\\""']);
  expect(one("pre").textContent).toBe('{ "vin": "a: b", "say \\"x\\"": 1 }');
});

test("plain text is shown as it is, in a part that scrolls", async () => {
  await show(<JsonView label="Response" value="<html>" />);
  expect(one("pre").textContent).toBe("<html>");
  const section = one("section.scroll");
  expect([section.getAttribute("aria-label"), section.tabIndex]).toEqual(["Response", 0]);
});
