import { expect, test } from "bun:test";
import { click } from "../../../../test/console/dom/act.ts";
import { get, has, names, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { credits, product, subscription, unlimited, user } from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  bucket,
  callId,
  metricsPage,
  requestPage,
  requestRecord,
  series,
} from "../../../../test/console/dom/report-records.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import { CustomerOverview } from "./overview.tsx";

setUp();

function serve(calls = [apiMetrics()], subscriptions = [subscription()]) {
  respond("get", "/users/{id}/subscriptions", subscriptions);
  respond("get", "/products", [product()]);
  respond("get", "/reports/byApi", metricsPage(calls));
  respond("get", "/reports/byRequest", requestPage([requestRecord()]));
  respond("get", "/reports/timeseries", series([bucket({ total: 5, success: 5, credits: 5 })]));
}
const open = () => show(<CustomerOverview />, { as: user() });

test("the heading states calls, blocked and failed ones", async () => {
  serve();
  await open();
  expect(textOf(one("h1"))).toBe("1,248 calls in 7 days, 3 blocked, 5 failed");
  expect(text()).toContain("Ada, these are the calls and credits of your keys.");
  expect(names("table")).toEqual(["Calls by hour", "Calls by API", "Calls, newest first"]);
});

test("a recent call opens in the request log", async () => {
  serve();
  await open();
  await click(one("tr[aria-selected]"));
  expect(address()).toBe(`/calls?id=${encodeURIComponent(callId(1))}`);
});

test("a customer without calls is led to the quick start", async () => {
  serve([]);
  await open();
  expect(textOf(one("h1"))).toBe("No calls in 7 days");
  expect(get("link", "Make your first call").getAttribute("href")).toBe("/console/home?start=1");
  expect(has("table", "Calls by API")).toBe(false);
});

test("live subscriptions show their credits", async () => {
  serve(
    [],
    [
      subscription({ credits: credits(0) }),
      subscription({ id: "b", credits: unlimited, product_id: "other" }),
      subscription({ id: "c", state: "cancelled" }),
    ],
  );
  await open();
  expect(texts(".subs > div")).toEqual([
    "TrialActive 0 of 100 left No credits left. Lookups return 402. View plans or ask the operator.",
    "otherActive Unlimited credits",
  ]);
});

test("without a subscription the page leads to the plans", async () => {
  serve([], []);
  await open();
  expect(text()).toContain("No active subscription A subscription has credits and two API keys. View plans");
});

test("a failed part leaves the others", async () => {
  serve();
  refuse("GET /reports/byRequest", 500, "Broken.");
  await open();
  expect(textOf(get("alert"))).toStartWith("Could not load the request log Broken.");
  expect(has("table", "Calls by API")).toBe(true);
});
