import { expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import {
  apiMetrics,
  bucket,
  customersPage,
  metricsPage,
  series,
} from "../../../test/console/dom/report-records.ts";
import { respond, sent } from "../../../test/console/dom/service.ts";
import { rangeOf } from "../base/range.ts";
import { queryClient } from "../parts/query-client.ts";
import { bucketsOf, callsByApi, callsByTime, callsByUser } from "./reports.ts";

setUp();

const range = rangeOf({ range: "1h" }, "1h", Date.UTC(2026, 10, 21, 21));
const ends = { timestamp_ge: "2026-11-21T20:00:00.000Z", timestamp_le: "2026-11-21T21:00:00.000Z" };

test("calls by API are requested for a user and subscription", async () => {
  respond("get", "/reports/byApi", metricsPage([apiMetrics()]));
  const report = await queryClient.fetchQuery(callsByApi(range, { user_id: "ada", subscription_id: "s" }));
  expect(report.items).toEqual([apiMetrics()]);
  expect(sent()[0]?.query).toEqual({ ...ends, user_id: "ada", subscription_id: "s", page_size: "1000" });
});

test("calls by user are requested with a page size", async () => {
  respond("get", "/reports/byUser", customersPage([]));
  await queryClient.fetchQuery(callsByUser(range, 10));
  expect(sent()[0]?.query).toEqual({ ...ends, page_size: "10" });
});

test("calls by time use the report's own parameter names", async () => {
  respond("get", "/reports/timeseries", series([]));
  const filter = { subscription_id: "s", api_id: "auction", user_id: "ada" };
  await queryClient.fetchQuery(callsByTime(range, "hour", filter));
  expect(sent()[0]?.query).toEqual({
    ...ends,
    granularity: "hour",
    subscriptionId: "s",
    apiId: "auction",
    user_id: "ada",
  });
});

test("ranges that end within 15 seconds share a cache entry", () => {
  const keyAt = (seconds: number) =>
    callsByApi(rangeOf({ range: "1h" }, "1h", Date.UTC(2026, 10, 21, 21, 0, seconds))).queryKey;
  expect(keyAt(14)).toEqual(keyAt(0));
  expect(keyAt(15)).not.toEqual(keyAt(0));
});

test("a report's buckets become bars", () => {
  const one = bucket({ success: 5, other: 1, blocked: 2, failed: 3, total: 11 });
  expect(bucketsOf(series([one], "day"))).toEqual([
    {
      label: "21 Nov",
      from: "2026-11-21 20:00:00",
      to: "2026-11-22 19:59:59",
      credits: one.credits,
      ok: 5,
      other: 1,
      blocked: 2,
      failed: 3,
    },
  ]);
});
