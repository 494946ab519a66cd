import { expect, test } from "bun:test";
import { changeBytes } from "./changes.ts";

test("a thousand changed bytes are refused", async () => {
  const { accepted, equal } = await changeBytes(1000, 7);
  expect(accepted).toEqual([]);
  expect(equal).toBeLessThan(20);
});
