import { expect, test } from "bun:test";
import { failuresIn } from "./number-forms.ts";

test.each(["en", "de", "es"])("each field of money reads 40 spellings in %s", async (language) => {
  expect(await failuresIn(language, "reads amounts")).toBe("");
});
