import { expect, test } from "bun:test";
import { product, subscription } from "../../../../test/console/dom/records.ts";
import { isLive, planName } from "./plan-name.ts";

test("a subscription has the name of its plan", () => {
  expect(planName(subscription(), [product({ id: "other" }), product()])).toBe("Trial");
});

test("without the plan its ID or scope is the name", () => {
  expect(planName(subscription(), [])).toBe("trial");
  expect(planName(subscription({ product_id: null as never, scope: "/apis" }), [])).toBe("/apis");
});

test.each([
  ["active", true],
  ["submitted", true],
  ["suspended", true],
  ["rejected", false],
  ["cancelled", false],
  ["expired", false],
] as const)("whether %p is live", (state, live) => {
  expect(isLive(subscription({ state }))).toBe(live);
});
