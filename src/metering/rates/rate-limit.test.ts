import { expect, test } from "bun:test";
import { rateLeft, ratePolicy } from "./rate-limit.ts";

test("the fields of the draft", () => {
  const verdict = { admitted: true, remaining: 999, resetSeconds: 60 };
  expect(ratePolicy({ calls: 1000, renewal_period_s: 60 })).toBe('"default";q=1000;w=60');
  expect(rateLeft(verdict)).toBe('"default";r=999;t=60');
});
