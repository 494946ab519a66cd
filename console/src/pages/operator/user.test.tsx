import { expect, test } from "bun:test";
import { click } from "../../../../test/console/dom/act.ts";
import { cells, facts, get, names, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import {
  auditRecord,
  credits,
  operator,
  product,
  subscription,
  unlimited,
  user,
} from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  bucket,
  metricsPage,
  requestPage,
  requestRecord,
  series,
} from "../../../../test/console/dom/report-records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Subscription } from "../../api/client.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { UserPage } from "./user.tsx";

setUp();

async function open(subscriptions: Subscription[], more = {}) {
  respond("get", "/users/{user_id}", user(more));
  respond("get", "/users/{id}/subscriptions", subscriptions);
  respond("get", "/products", [product()]);
  respond("get", "/audit", [auditRecord()]);
  respond("get", "/reports/byApi", metricsPage([apiMetrics()]));
  respond("get", "/reports/byRequest", requestPage([requestRecord()]));
  respond("get", "/reports/timeseries", series([bucket({ total: 3, success: 3, credits: 3 })]));
  respond("get", "/subscriptions/{subscription_id}/keys", []);
  await show(<UserPage params={{ userId: "ada" }} />, { as: operator() });
}

test("a user has figures, subscriptions and activity", async () => {
  await open([subscription()]);
  expect([textOf(one("h1")), document.title]).toEqual(["Ada Byron", "Ada Byron · Vingate"]);
  expect(text()).toContain("ada@example.com, customer, since 1 Nov 2026. Active");
  expect(facts(one("dl.figs"))).toEqual([
    ["Credits left", "60 of 1 subscription"],
    ["Used", "40 credits in total"],
    ["Calls", "1,248 in 30 days, 96.2% successful"],
    ["Blocked", "3 401, 402, 403 and 429"],
    ["Last call", "21:00:00 from 192.0.2.7"],
  ]);
  const [, entry] = cells("Entries");
  expect(entry?.map((cell) => cell.split(" Details")[0])).toEqual([
    "20:00:00",
    "Ada Byron",
    "Updated the user",
    "Ada Byron",
    "192.0.2.7",
  ]);
});

test("a new user has nothing yet", async () => {
  await open([], { email: "", note: "Trial until May" });
  expect(text()).toContain("no email, customer");
  expect(text()).toContain("Trial until May");
  expect(text()).toContain("Subscriptions and keys No subscriptions yet");
  expect(names("heading")).not.toContain("Calls, last 30 days");
});

test("the most used subscription's calls are shown first", async () => {
  await open([
    subscription({ id: "small", display_name: "Small", credits: credits(99) }),
    subscription({ id: "large", display_name: "Large", credits: unlimited }),
    subscription({ id: "used", display_name: "Used", credits: credits(10) }),
  ]);
  const chosen = () => sent("GET /reports/timeseries").map(({ query }) => query.subscriptionId);
  expect(chosen()).toEqual(["used"]);
  expect(facts(one("dl.figs"))[0]).toEqual(["Credits left", "Unlimited of 3 subscriptions"]);
  await click(get("button", "Small"));
  expect(chosen()).toEqual(["used", "small"]);
  expect(get("button", "Small").getAttribute("aria-pressed")).toBe("true");
});

test("an unknown user is a failure", async () => {
  refuse("GET /users/{user_id}", 404, "User eva not found.");
  await show(<UserPage params={{ userId: "eva" }} />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the user User eva not found.");
});

test("a feature adds a link to the user", async () => {
  setPageParts([{}, { user: { title: "Added", pathOf: (id) => `/customers/${id}/added` } }]);
  await open([subscription()]);
  expect(get("link", "Added").getAttribute("href")).toBe("/console/customers/ada/added");
});
