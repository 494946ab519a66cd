import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { follow } from "../../../../test/console/dom/act.ts";
import { cells, get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { credits, product, subscription, unlimited, user } from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  bucket,
  callId,
  metricsPage,
  series,
} from "../../../../test/console/dom/report-records.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import { CustomerOverview } from "./overview.tsx";

setUp();

function serve(own = [subscription()], used = 70, errors: readonly object[] = []) {
  respond("get", "/users/{id}/subscriptions", own);
  respond("get", "/products", [product()]);
  respond("get", "/reports/byApi", metricsPage(used === 0 ? [] : [apiMetrics({ credits: used })]));
  respond("get", "/reports/byError", { items: errors, searched_from: null } as never);
  respond("get", "/reports/timeseries", series([bucket({ total: used, success: used, credits: used })]));
}
const open = () => show(<CustomerOverview />, { as: user() });

beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));
afterEach(() => void setSystemTime());

test.each([
  [60, 70, "60 credits left, enough until 29 Nov 2026", "At 10 per day, as in the last 7 days."],
  [60, 1, "60 credits left", "At 1 per day, as in the last 7 days."],
  [60, 0, "60 credits left", "No credits were used in the last 7 days."],
  [0, 70, "0 credits left", "At 10 per day, as in the last 7 days."],
])("%p credits after %p in seven days", async (left, used, heading, words) => {
  serve([subscription({ credits: credits(left) })], used);
  await open();
  expect([textOf(one("h1")), textOf(one(".head p"))]).toEqual([heading, words]);
});

test("errors have their calls, and open them in the log", async () => {
  const last_at = "2026-11-23T09:00:00.000Z";
  serve(undefined, 70, [
    { response_code: 422, error_code: "invalid_vin", calls: 16, last_at, last_call: callId(1) },
  ]);
  await open();
  expect(cells("Errors by type").map((row) => row.slice(0, 2))).toEqual([
    ["Error", "Calls"],
    ["422 Invalid request invalid_vin", "16"],
  ]);
  await follow("422 Invalid request invalid_vin");
  expect(address()).toBe("/calls?status=422&error=invalid_vin");
});

test("without calls the page leads to the quick start", async () => {
  serve(undefined, 0);
  await open();
  expect(get("link", "Make your first call").getAttribute("href")).toBe("/console/home?start=1");
  expect(has("heading", "Recent errors")).toBe(false);
});

test("live subscriptions show their credits", async () => {
  serve([
    subscription({ credits: credits(0) }),
    subscription({ id: "b", credits: unlimited, product_id: "other" }),
    subscription({ id: "c", state: "cancelled" }),
  ]);
  await open();
  expect(texts(".subs > div")).toEqual([
    "TrialActive 0 of 100 left No credits left. Lookups return 402. View plans or ask the operator.",
    "otherActive Unlimited credits",
  ]);
});

test("without a subscription the page leads to the plans", async () => {
  serve([]);
  await open();
  expect(text()).toContain("No active subscription A subscription has credits and two API keys. View plans");
});

test("a failed part leaves the others", async () => {
  serve();
  refuse("GET /reports/byError", 500, "Broken.");
  await open();
  expect(textOf(get("alert"))).toStartWith("Could not load the errors Broken.");
  expect(has("heading", "Plan")).toBe(true);
});
