import { expect, test } from "bun:test";
import { attributes, one, text } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { MarkedCount, outcomeOf, State, Status, stateText, statusText } from "./outcome.tsx";

setUp();

test.each([
  ["ok", [200, 204, 304]],
  ["blocked", [401, 402, 403, 429]],
  ["failed", [400, 422, 500, 503, 599]],
  ["other", [301, 404, 405, 409, 413]],
] as const)("%s statuses", (outcome, statuses) => {
  expect(statuses.map(outcomeOf)).toEqual(statuses.map(() => outcome));
});

test("a status has a shape and a text", async () => {
  await show(<Status status={402} />);
  expect(text()).toBe("402 No credits");
  expect(attributes(one("span"))).toEqual({ class: "st st-blocked" });
});

test("a bare status has its text for screen readers", async () => {
  await show(<Status status={404} bare />);
  expect(one(".vh").textContent).toBe(" Not found");
});

test("an unknown status has no text", () => {
  expect(statusText(418)).toBe("");
});

test.each([
  ["alive", "Online", "ok"],
  ["silent", "Offline", "failed"],
  ["ok", "OK", "ok"],
  ["not_published", "Not published", "other"],
  ["submitted", "Submitted", "blocked"],
  ["failed", "Failed", "failed"],
])("the state %p is %p", async (state, words, outcome) => {
  await show(<State state={state} />);
  expect([text(), stateText(state), one("span").className]).toEqual([words, words, `st st-${outcome}`]);
});

test("a count is marked unless it is zero", async () => {
  await show(<MarkedCount value={1200} outcome="failed" />);
  expect([text(), one("span").className]).toEqual(["1,200", "st st-failed"]);
  await show(<MarkedCount value={0} outcome="failed" />);
  expect([text(), one("span").className]).toEqual(["0", "soft"]);
});
