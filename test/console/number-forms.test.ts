import { expect, test } from "bun:test";
import { failuresIn } from "./number-forms.ts";

test.each([
  "en",
  "de",
  "es",
])("forms with numbers open without a fault, and amounts are read, in %s", async (language) => {
  expect(await failuresIn(language, "opens without|is opened|record-transfer|top-up")).toBe("");
});
