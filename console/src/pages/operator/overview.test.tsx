import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { names, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { operator, product, user } from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  customersPage,
  metricsPage,
  series,
} from "../../../../test/console/dom/report-records.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import { dataset, systemState } from "../../../../test/console/dom/service-records.ts";
import { OperatorOverview as Overview } from "./overview.tsx";
// Its page is loaded lazily; here it is loaded already.
import "./overview.tsx";

setUp();

function serve() {
  respond("get", "/reports/byApi", metricsPage([apiMetrics()]));
  respond("get", "/reports/byUser", customersPage([]));
  respond("get", "/reports/timeseries", series([]));
  respond("get", "/users/", [user()]);
  respond("get", "/products", [product()]);
  respond("get", "/subscriptions", []);
  respond("get", "/datasets", [dataset()]);
  respond("get", "/system", systemState());
  respond("get", "/users/{id}/remaining-credentials", []);
}

test("an operator sees the calls of all customers and what is to do", async () => {
  serve();
  await show(<Overview />, { as: operator(), at: "/inbox" });
  expect(textOf(one("h1"))).toBe("1,248 calls in this range, 3 blocked, 5 failed");
  expect(text()).toContain("Last 7 days, all customers.");
  expect(names("heading").slice(1)).toEqual([
    "0 subscriptions need attention",
    "4 setup steps left",
    "Traffic",
    "Customers",
    "Calls by API",
  ]);
});

test("a picked range goes into the address and the reports", async () => {
  serve();
  await show(<Overview />, { as: operator(), at: "/inbox" });
  await press("Last 30 days");
  expect(address()).toBe("/inbox?range=30d");
  expect(text()).toContain("Last 30 days, all customers.");
  expect(sent("GET /reports/byUser").at(-1)?.query).toEqual({
    timestamp_ge: "2026-10-22T21:20:05.000Z",
    timestamp_le: "2026-11-21T21:20:05.000Z",
    page_size: "10",
  });
});
