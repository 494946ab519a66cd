import { expect, test } from "bun:test";
import { compatibleQuery } from "./compatible-query.ts";

const declared = new Set(["format", "modelyear"]);

test("maps names in any case to declared names", () => {
  expect(compatibleQuery("?Format=XML&model%59ear=2003&Other=Value&flag", declared, false)).toEqual({
    search: "?format=XML&modelyear=2003&Other=Value&flag",
    key: undefined,
  });
  expect(compatibleQuery("", declared, true)).toEqual({ search: "" });
  expect(compatibleQuery("?format=xml&other=1", declared, true)).toEqual({ search: "?format=xml&other=1" });
});

test("removes the key in any spelling of its name", () => {
  expect(compatibleQuery("?api_key=a%2Fb&format=csv", declared, true)).toEqual({
    search: "?format=csv",
    key: "a/b",
  });
  expect(compatibleQuery("?API%5Fkey=secret", declared, true)).toEqual({ search: "", key: "secret" });
  expect(compatibleQuery("?api_key", declared, true)).toEqual({ search: "", key: "" });
  expect(compatibleQuery("?api_key=secret", declared, false)).toEqual({
    search: "?api_key=secret",
    key: undefined,
  });
});
