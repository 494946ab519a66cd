import { afterAll, beforeEach, expect, test } from "bun:test";
import { click, press, type } from "../../../../test/console/dom/act.ts";
import { failed, given, openCalls } from "../../../../test/console/dom/calls-page.tsx";
import { cells, facts, get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, step, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  bucket,
  callId,
  customersPage,
  metricsPage,
  requestRecord,
} from "../../../../test/console/dom/report-records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { chooseZone } from "../../base/zone.ts";
import { pageParts, setPageParts } from "../../parts/page-parts.ts";

setUp();

// Other test files may load the console's list of pages, which adds parts.
const before = pageParts();
beforeEach(() => {
  setPageParts([]);
  given.buckets = [];
});
afterAll(() => setPageParts(before));

test("the first call of a day has its date", async () => {
  const earlier = ["2026-11-20T23:59:58.000Z", "2026-11-20T23:59:57.000Z"].map((timestamp, index) =>
    requestRecord({ call: callId(9 - index), request_id: "r0", timestamp }),
  );
  await openCalls([requestRecord(), ...earlier]);
  expect(texts("tbody time")).toEqual(["21 Nov, 21:00:00", "20 Nov, 23:59:58", "23:59:57"]);
});

test("times, days and reports are those of the reader's zone; UTC is one press away", async () => {
  chooseZone("Asia/Kolkata");
  try {
    given.buckets = [bucket({ timestamp: "2026-11-20T18:30:00Z", total: 1, success: 1 })];
    await openCalls([requestRecord()], "/calls?id=r1&range=today");
    expect(texts("tbody .a-t time")).toEqual(["22 Nov, 02:30:00"]);
    expect(facts(one("aside dl"))[0]).toEqual(["Time", "22 Nov 2026, 02:30:00 UTC+5:30"]);
    expect(cells("Calls by hour")[1]?.[0]).toBe("21 Nov");
    expect(sent("GET /reports/timeseries").at(-1)?.query).toMatchObject({
      time_zone: "Asia/Kolkata",
      timestamp_ge: "2026-11-21T18:30:00.000Z",
    });
    await press("Times in UTC");
    expect(texts("tbody .a-t time")).toEqual(["21 Nov, 21:00:00"]);
    expect(sent("GET /reports/timeseries").at(-1)?.query).not.toHaveProperty("time_zone");
    await press("Times in Asia/Kolkata");
    expect(texts("tbody .a-t time")).toEqual(["22 Nov, 02:30:00"]);
  } finally {
    await step(() => chooseZone(undefined));
  }
});

test("two calls with one request ID are two rows, each with details of its own", async () => {
  const earlier = requestRecord({
    call: callId(4),
    timestamp: "2026-11-21T20:59:00.000Z",
    url: "/lien/1HGCM82633A004352",
  });
  await openCalls([requestRecord(), earlier]);
  expect(texts("tbody .a-u")).toEqual(["/auction/5J6RW2H59JL990075", "/lien/1HGCM82633A004352"]);
  await click(one(`[data-id="${callId(4)}"]`));
  expect(textOf(one("aside .pan-u"))).toBe("GET /lien/1HGCM82633A004352");
  expect(facts(one("aside dl")).slice(-2)).toEqual([
    ["Call ID", callId(4)],
    ["Request ID", "r1"],
  ]);
  expect(texts('tr[aria-selected="true"] .a-u')).toEqual(["/lien/1HGCM82633A004352"]);
  await press("Copy call ID");
  expect(copied).toEqual([callId(4)]);
});

test("a request ID of several calls leads to all of them", async () => {
  const earlier = requestRecord({ call: callId(4), timestamp: "2026-11-21T20:59:00.000Z" });
  await openCalls([requestRecord(), earlier, failed], "/calls?id=r1&q=x&range=1h");
  expect(textOf(one("aside"))).toContain("2 calls have this request ID. This is the newest.");
  await press("List all");
  expect(address()).toBe("/calls?q=x&range=7d&request=r1");
  expect(sent("GET /reports/byRequest").at(-1)?.query).toMatchObject({ request_id: "r1" });
  expect(textOf(one(".chip"))).toBe("Request ID: r1 ×");
  expect(texts("tbody .a-s")).toEqual(["200 OK", "200 OK"]);
  await press("Remove the filter Request ID");
  expect(address()).toBe("/calls?q=x&range=7d");
});

test("a call ID in the search field opens the call", async () => {
  await openCalls([failed], "/calls?q=5J6");
  await type("Search calls", ` ${callId(2)} `);
  await step(() => one("input.mono").closest("form")?.requestSubmit());
  expect(address()).toBe(`/calls?q=5J6&id=${encodeURIComponent(callId(2))}`);
  expect((one("input.mono") as HTMLInputElement).value).toBe("5J6");
  expect(textOf(one("aside"))).toContain("Not found is free in this plan.");
});

test("an unknown call is named", async () => {
  await openCalls([], "/calls?id=gone");
  expect(textOf(one("aside"))).toContain("No matching call gone.");
});

test("a failure is shown", async () => {
  await openCalls([]);
  refuse("GET /reports/byRequest", 500, "Broken.");
  await press("Last 7 days");
  expect(textOf(get("alert"))).toContain("Could not load the calls Broken.");
});

test("the calls of one operation have no chart", async () => {
  await openCalls([requestRecord()], "/calls?operation=auctionByVin");
  expect(sent("GET /reports/byRequest").at(-1)?.query).toMatchObject({ operation: "auctionByVin" });
  expect(sent("GET /reports/timeseries")).toEqual([]);
  expect(textOf(one(".chip"))).toBe("Operation: auctionByVin ×");
  await press("Remove the filter Operation");
  expect(address()).toBe("/calls");
});

test("a feature adds a section to the details of a call", async () => {
  setPageParts([{}, { call: ({ record }) => <p className="added">Added to {record.call}</p> }]);
  await openCalls([requestRecord()], `/calls?id=${encodeURIComponent(callId(1))}`);
  expect(textOf(one("aside .added"))).toBe(`Added to ${callId(1)}`);
  expect(texts("aside h3")).toEqual(["Details"]);
});

test("details of a call have no heading without features", async () => {
  await openCalls([requestRecord()], `/calls?id=${encodeURIComponent(callId(1))}`);
  expect(texts("aside h3")).toEqual([]);
});

test("the heading is a finding, and sums have a chart whose bars filter", async () => {
  given.buckets = [
    bucket({ total: 1248, success: 1200, other: 40, blocked: 3, failed: 5, fault: 1, credits: 2400 }),
  ];
  await openCalls([requestRecord()]);
  expect(textOf(one("h1"))).toBe("1,248 calls, 3 of them blocked");
  expect(textOf(one(".head p"))).toBe("2,400 credits spent. 96.2% successful, 1 server error (5xx).");
  expect(has("img", "1,248 calls for 2,400 credits, by day")).toBe(true);
});

test("rows of sums by API, customer, key and day show their calls", async () => {
  given.buckets = [
    bucket({ timestamp: "2026-11-20T00:00:00Z", total: 9, success: 7, other: 2, credits: 37 }),
  ];
  await openCalls([requestRecord()], "/calls?range=7d", operator());
  const customer = { ...apiMetrics(), user_id: "ada", user_email: "ada@example.com" };
  const { api_id: _, api_name: __, ...metrics } = apiMetrics();
  respond(
    "get",
    "/reports/byApi",
    metricsPage([apiMetrics(), apiMetrics({ api_id: "x", call_count_total: 0 })]),
  );
  respond("get", "/reports/byUser", customersPage([customer], 120));
  respond("get", "/reports/byKey", {
    items: [
      {
        ...metrics,
        subscription_id: "sub-1",
        subscription_name: "Lot intake",
        user_id: "ada",
        key: "secondary" as const,
        last_at: "2026-11-21T21:00:00Z",
      },
    ],
    searched_from: "2026-11-19T00:00:00Z",
    timestamp_ge: "2026-11-14T21:20:05Z",
    timestamp_le: "2026-11-21T21:20:05Z",
  });
  const rowOf = async (tab: string, caption: string) => {
    await click(get("tab", tab));
    const row = cells(caption)[1];
    await click(one("[role=tabpanel] tbody a"));
    const shown = address();
    await press("Clear filters");
    return [row, shown];
  };
  expect(await rowOf("By lookup or API", "Calls by API")).toEqual([
    ["Auction history", "1,200", "40", "3", "5", "2,400", "3.1"],
    "/calls?range=7d&api=auction",
  ]);
  expect(await rowOf("By customer", "Calls by customer")).toEqual([
    ["Ada Byron", "1,200", "40", "3", "5", "2,400", "3.1"],
    "/calls?range=7d&user=ada",
  ]);
  expect(await rowOf("By key", "Calls by key")).toEqual([
    ["Secondary · Lot intake · Ada Byron", "1,200", "40", "3", "5", "2,400"],
    "/calls?range=7d&subscription=sub-1&key=secondary",
  ]);
  await click(get("tab", "By key"));
  expect(text()).toContain("The newest calls are counted, since 19 Nov 2026, 00:00:00.");
  await click(get("tab", "By day"));
  expect(cells("Calls of each day")[1]).toEqual(["20 Nov", "7", "2", "0", "0", "37"]);
  await click(one("[role=tabpanel] tbody a"));
  expect(address()).toBe("/calls?from=2026-11-20+00%3A00%3A00&to=2026-11-20+23%3A59%3A59");
});

test("sums do not pretend to know filters of single calls", async () => {
  await openCalls([requestRecord()], "/calls?by=day&status=404&user=ada", operator());
  expect(textOf(one("[role=tabpanel]"))).toBe(
    "Not available with these filters This table can be filtered by customer, subscription and API only. Remove the other filters",
  );
  await press("Remove the other filters");
  expect(address()).toBe("/calls?by=day&user=ada");
});

test("a customer has no tab of customers", async () => {
  await openCalls([requestRecord()]);
  expect(texts("[role=tab]")).toEqual(["Calls", "By lookup or API", "By key", "By error", "By day"]);
});

test.each([
  ["api", "byApi", { page: "1", page_size: "1000", api_id: "auction" }],
  ["customer", "byUser", { page: "1", page_size: "1000" }],
  ["key", "byKey", { api_id: "auction" }],
  ["error", "byError", { api_id: "auction" }],
  ["day", "timeseries", { granularity: "day", apiId: "auction", time_zone: "UTC" }],
  ["", "byRequest", { page_size: "1000", api_id: "auction" }],
])("the table of tab %p is downloaded; a failure says why", async (by, report, query) => {
  await openCalls([requestRecord()], `/calls?api=auction&by=${by}`, operator());
  refuse(`GET /reports/${report}`, 503, "Not now.");
  await press("Download CSV");
  expect(sent(`GET /reports/${report}`).at(-1)?.query).toMatchObject(query);
  expect(toast()).toBe("Not now.");
});
