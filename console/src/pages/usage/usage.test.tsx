import { expect, test } from "bun:test";
import { choose, press } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, subscription, user } from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  bucket,
  customersPage,
  metricsPage,
  series,
} from "../../../../test/console/dom/report-records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { User } from "../../api/session.ts";
import { Usage } from "./usage.tsx";

setUp();

const customer = {
  ...apiMetrics(),
  user_id: "ada",
  user_email: "ada@example.com",
  call_count_total: 1000,
  call_count_blocked: 0,
};

async function open(as: User, at = "/calls?view=usage") {
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  respond("get", "/users/", [user()]);
  respond(
    "get",
    "/reports/byApi",
    metricsPage([apiMetrics(), apiMetrics({ api_id: "lien", call_count_total: 0 })]),
  );
  respond("get", "/reports/byUser", customersPage([customer], 120));
  const one = bucket({
    total: 1248,
    success: 1200,
    other: 40,
    blocked: 3,
    failed: 5,
    fault: 1,
    credits: 2400,
  });
  respond("get", "/reports/timeseries", series([one], "day"));
  await show(<Usage />, { as, at });
}

test("a customer's report has a sentence, a chart and tables", async () => {
  await open(user());
  expect(textOf(one(".sumup"))).toBe(
    "1,248 calls for 2,400 credits. 96.2% successful, 1 server error (5xx).",
  );
  expect(has("img", "1,248 calls for 2,400 credits, by day")).toBe(true);
  expect(cells("Calls by API").slice(1)).toEqual([
    ["Auction history", "1,200", "40", "3", "4", "1", "2,400", "3.1"],
  ]);
  expect(has("heading", "Calls by customer")).toBe(false);
});

test("filters and interval go into the address and the calls", async () => {
  await open(user());
  expect(control("Interval").value).toBe("day");
  await choose("Interval", "week");
  await choose("API", "auction");
  await choose("Subscription", "sub-1");
  expect(address()).toBe("/calls?view=usage&by=week&api=auction&subscription=sub-1");
  expect(sent("GET /reports/timeseries").at(-1)?.query).toMatchObject({
    granularity: "week",
    apiId: "auction",
    subscriptionId: "sub-1",
  });
});

test("an operator's report lists the customers with most calls", async () => {
  await open(operator());
  expect(textOf(one("h1"))).toBe("Reports");
  expect(cells("The 1 of 120 customers with the most calls").slice(1)).toEqual([
    ["Ada Byron ada@example.com", "", "1,000", "0", "5", "2,400"],
  ]);
  expect(has("combobox", "Subscription")).toBe(false);
});

test("a range without calls says so", async () => {
  await open(user());
  respond("get", "/reports/byApi", metricsPage([]));
  respond("get", "/reports/timeseries", series([]));
  await press("Last hour");
  expect(address()).toBe("/calls?view=usage&range=1h");
  expect(text()).toContain("Calls over time No calls in this range Choose a longer range.");
  expect(text()).toEndWith("Calls by API No calls in this range Choose a longer range.");
});

test("a failed download says why", async () => {
  await open(operator());
  refuse("GET /reports/byUser", 503, "Not now.");
  await press("CSV by customer");
  expect(sent("GET /reports/byUser").at(-1)?.query).toMatchObject({ page: "1", page_size: "1000" });
  expect(toast()).toBe("Not now.");
});

test("failed reports are shown where they belong", async () => {
  respond("get", "/apis", []);
  respond("get", "/users/{id}/subscriptions", []);
  for (const report of ["byApi", "timeseries"])
    refuse(`GET /reports/${report}`, 422, "The range is too long.");
  await show(<Usage />, { as: user(), at: "/calls?view=usage" });
  expect(document.querySelectorAll("[role=alert]")).toHaveLength(2);
  expect(get("heading", "Calls by API")).toBeDefined();
});
