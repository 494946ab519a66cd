import { expect, test } from "bun:test";
import { rateHeaders } from "./limits.ts";

test("the fields of the draft", () => {
  const verdict = { admitted: true, remaining: 999, resetSeconds: 60 };
  expect(rateHeaders({ calls: 1000, renewal_period_s: 60 }, verdict)).toEqual({
    "ratelimit-policy": '"default";q=1000;w=60',
    ratelimit: '"default";r=999;t=60',
  });
});
