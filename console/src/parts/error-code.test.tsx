import { expect, test } from "bun:test";
import { attributes, get, has, text } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { ErrorCode, NextStep } from "./error-code.tsx";

setUp();

test("an error code links to its page", async () => {
  await show(<ErrorCode code="record_not_found" />);
  expect(attributes(get("link", "record_not_found"))).toEqual({
    class: "mono",
    href: "/console/docs/errors/record_not_found",
  });
});

test("after a 402 there are other plans", async () => {
  await show(<NextStep status={402} />);
  expect(get("link", "View plans").getAttribute("href")).toBe("/console/billing#plan");
});

test.each([
  [429, 1, "Try again in 1 second."],
  [503, 30, "Try again in 30 seconds."],
  [429, undefined, ""],
  [500, 30, ""],
  [404, undefined, ""],
] as const)("after a %p with Retry-After %p", async (status, retryAfter, words) => {
  await show(<NextStep status={status} retryAfter={retryAfter} />);
  expect(text()).toBe(words);
  expect(has("link")).toBe(false);
});
