import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { plainReason } from "./plain-reason.ts";

test("a system's error is its reason", () => {
  let message = "";
  try {
    readFileSync("/no/such/file");
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain("ENOENT");
  expect(plainReason(`cannot read /no/such/file: ${message}`)).toBe(
    "cannot read /no/such/file: no such file or directory",
  );
  expect(plainReason("EXDEV: cross-device link not permitted, rename '/a' -> '/b'")).toBe(
    "cross-device link not permitted",
  );
  expect(plainReason("line 7: END is missing")).toBe("line 7: END is missing");
});
