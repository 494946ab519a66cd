import { expect, test } from "bun:test";
import { newId } from "./new-id.ts";

test("an ID has the word and 16 lower-case characters", () => {
  expect(newId("trial")).toMatch(/^trial-[a-z0-9]{16}$/);
});

test("IDs differ", () => {
  const ids = Array.from({ length: 100 }, () => newId("a"));
  expect(new Set(ids).size).toBe(100);
});
