import { afterAll, beforeEach, expect, test } from "bun:test";
import { choose, click, keyDown, press, type } from "../../../../test/console/dom/act.ts";
import { cells, facts, get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, elapse, setUp, show, step, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product, subscription, user } from "../../../../test/console/dom/records.ts";
import {
  apiMetrics,
  bucket,
  callId,
  customersPage,
  metricsPage,
  requestPage,
  requestRecord,
  type Series,
  series,
} from "../../../../test/console/dom/report-records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import type { RequestRecord } from "../../api/client.ts";
import { chooseZone } from "../../base/zone.ts";
import { pageParts, setPageParts } from "../../parts/page-parts.ts";
import { Calls } from "./calls.tsx";

setUp();

// Other test files may load the console's list of pages, which adds parts.
const before = pageParts();
beforeEach(() => setPageParts([]));
afterAll(() => setPageParts(before));

const failed = requestRecord({
  request_id: "r2",
  response_code: 404,
  error_code: "record_not_found",
  credits: 0,
  key: null,
  data_source: null,
  source: "http",
  call: callId(2),
});

let buckets: Series["buckets"][number][] = [];
beforeEach(() => {
  buckets = [];
});

async function open(items: RequestRecord[], at = "/calls", as = user(), more = {}, builtin = true) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
  });
  answer("GET /reports/byRequest/events", () => new Response(body));
  answer("GET /reports/byRequest", ({ query }) =>
    json(
      requestPage(
        items.filter(
          ({ call, request_id }) =>
            (!query.call || call === query.call) && (!query.request_id || request_id === query.request_id),
        ),
        more,
      ),
    ),
  );
  const ends = { timestamp_ge: "2026-11-21T20:20:05Z", timestamp_le: "2026-11-21T21:20:05Z" };
  const error = { response_code: 404, error_code: "record_not_found", calls: 3 };
  respond("get", "/reports/byError", {
    items: items.includes(failed)
      ? [{ ...error, last_at: "2026-11-21T21:00:00Z", last_request_id: "r2", last_call: callId(2) }]
      : [],
    ...ends,
  });
  respond("get", "/reports/timeseries", series(buckets, "day"));
  respond("get", "/reports/byApi", metricsPage([]));
  respond("get", "/reports/byUser", customersPage([]));
  respond("get", "/reports/byKey", { items: [], ...ends });
  respond("get", "/apis", [{ ...apiRecord(), builtin }]);
  respond("get", "/products", [product()]);
  respond("get", "/users/", [user()]);
  respond("get", "/users/{id}/subscriptions", [
    subscription(),
    subscription({ id: "b", display_name: "Fleet" }),
  ]);
  await show(<Calls />, { as, at });
  return (items: RequestRecord[]) =>
    step(() =>
      controller?.enqueue(new TextEncoder().encode(`event: calls\ndata: ${JSON.stringify({ items })}\n\n`)),
    );
}

test("calls are listed with status, path and price", async () => {
  await open([requestRecord(), failed]);
  expect(cells("Calls, newest first")).toEqual([
    ["Time", "Status", "Request", "Key", "Source", "Credits", "ms"],
    [
      "21 Nov, 21:00:00, show this call",
      "200 OK",
      "/auction/5J6RW2H59JL990075",
      "primary",
      "demo",
      "2",
      "4.3",
    ],
    [
      "21:00:00, show this call",
      "404 Not found",
      "/auction/5J6RW2H59JL990075 record_not_found",
      "unknown",
      "",
      "0",
      "4.3",
    ],
  ]);
});

test("errors are counted by type; a row filters by it, or shows the latest", async () => {
  await open([failed], "/calls?by=error&status=4xx");
  expect(cells("Calls by error")).toEqual([
    ["Error", "Meaning", "Calls", "Last seen"],
    ["404 Not found record_not_found", "record_not_found", "3", "21:00:00"],
  ]);
  await press("21:00:00");
  expect(address()).toBe(`/calls?by=error&status=4xx&id=${encodeURIComponent(callId(2))}`);
  await click(one("tbody a"));
  expect(address()).toBe(`/calls?status=404&id=${encodeURIComponent(callId(2))}&error=record_not_found`);
  expect(sent("GET /reports/byRequest").at(-1)?.query).toMatchObject({
    response_code: "404",
    error_code: "record_not_found",
  });
  await press("Clear filters");
  expect(address()).toBe(`/calls?id=${encodeURIComponent(callId(2))}`);
});

test("a chosen call shows its details; Escape closes them", async () => {
  await open([requestRecord(), failed]);
  await click(one(`[data-id="${callId(2)}"]`));
  expect(address()).toBe(`/calls?id=${encodeURIComponent(callId(2))}`);
  expect(texts("aside .charge p")).toEqual(["Nothing charged", "Not found is free in this plan."]);
  expect(facts(one("aside dl")).slice(0, 4)).toEqual([
    ["Error", "record_not_found"],
    ["Time", "21 Nov 2026, 21:00:00 UTC"],
    ["Duration", "4.3 ms"],
    ["API", "Auction history"],
  ]);
  expect(get("link", "Run again").getAttribute("href")).toBe(
    "/console/docs/reference?op=auctionByVin&replay=%2Fauction%2F5J6RW2H59JL990075",
  );
  await keyDown(one("aside"), "Escape");
  expect([address(), has("complementary")]).toEqual(["/calls", false]);
  expect(document.activeElement).toBe(one(`[data-id="${callId(2)}"]`));
});

test.each([
  [{ service_time: 3.9 }, "3.9 ms"],
  [{ service_time: 0 }, "not called"],
  [{ service_time: 0, cache: "hit" }, "0 ms, cached response"],
] as const)("a forwarded call with %p shows the backend's time", async (record, words) => {
  await open([requestRecord(record)], "/calls", user(), {}, false);
  await click(one(`[data-id="${callId(1)}"]`));
  expect(facts(one("aside dl"))).toContainEqual(["Backend", words]);
});

test("new calls appear live until the list is paused", async () => {
  const send = await open([requestRecord()]);
  await send([
    requestRecord({
      call: callId(3),
      request_id: "r3",
      timestamp: "2026-11-21T21:20:06Z",
      response_code: 500,
    }),
  ]);
  expect(texts("tbody .a-s")).toEqual(["500 Internal error", "200 OK"]);
  expect(text()).toContain("1 to 2 of 2");
  await press("Pause");
  expect(texts("tbody .a-s")).toEqual(["200 OK"]);
  expect(get("button", "Resume").getAttribute("aria-pressed")).toBe("true");
});

test("filters go into the address", async () => {
  await open([requestRecord()], "/calls?page=2");
  await choose("Status", "4xx");
  await choose("Key", "secondary");
  await type("Search calls", " 5J6 ");
  await step(() => one("input.mono").closest("form")?.requestSubmit());
  expect(address()).toBe("/calls?status=4xx&key=secondary&q=5J6");
  expect(texts(".chip")).toEqual(["Status: 4xx ×", "Key: Secondary ×", "Path: 5J6 ×"]);
  await press("Remove the filter Key");
  expect(address()).toBe("/calls?status=4xx&q=5J6");
});

test("a range without calls can be extended", async () => {
  await open([]);
  expect(text()).toContain("No calls in this range The log starts on 22 Oct 2026.");
  await press("Show the last 365 days");
  expect(address()).toBe("/calls?range=365d");
});

test("a text that no path contains can be searched for as a request ID", async () => {
  await open([], "/calls?q=order-7");
  await press("Search for it as a request ID");
  expect(address()).toBe("/calls?request=order-7");
});

test("a search that stopped can go on with older calls", async () => {
  await open([], "/calls?q=5J6&range=7d", user(), { searched_from: "2026-11-20T00:00:00Z" });
  expect(text()).toContain("Searched back to 20 Nov 2026, 00:00:00.");
  await press("Search older calls");
  expect(address()).toBe("/calls?q=5J6&from=2026-11-14+21%3A20%3A05&to=2026-11-19+23%3A59%3A59");
});

test("an operator can open the user of a call", async () => {
  await open([requestRecord()], "/calls?id=r1", operator());
  expect(texts("aside .charge p")).toEqual([
    "2 credits charged",
    "Auction history costs 2 credits in this plan.",
  ]);
  expect(get("link", "Ada Byron").getAttribute("href")).toBe("/console/customers/ada");
  expect(has("link", "Run again")).toBe(false);
});

test("an operator sees whose calls they are, and can leave the log of one customer", async () => {
  await open([requestRecord()], "/calls", operator());
  expect(cells("Calls, newest first").map((row) => row[3])).toEqual(["Customer", "Ada Byron"]);
  expect(sent("GET /users/").at(-1)?.query).toEqual({ ids: "ada", page_size: "1" });
  await type("Customer", "ada");
  await elapse(300);
  await type("Customer", "Ada Byron, ada@example.com");
  expect(address()).toBe("/calls?user=ada");
  expect(textOf(one(".chip"))).toBe("Customer: Ada Byron ×");
  expect(cells("Calls, newest first")[0]).not.toContain("Customer");
  await press("Remove the filter Customer");
  expect(address()).toBe("/calls");
});

test("the first call of a day has its date", async () => {
  const earlier = ["2026-11-20T23:59:58.000Z", "2026-11-20T23:59:57.000Z"].map((timestamp, index) =>
    requestRecord({ call: callId(9 - index), request_id: "r0", timestamp }),
  );
  await open([requestRecord(), ...earlier]);
  expect(texts("tbody time")).toEqual(["21 Nov, 21:00:00", "20 Nov, 23:59:58", "23:59:57"]);
});

test("times, days and reports are those of the reader's zone; UTC is one press away", async () => {
  chooseZone("Asia/Kolkata");
  try {
    buckets = [bucket({ timestamp: "2026-11-20T18:30:00Z", total: 1, success: 1 })];
    await open([requestRecord()], "/calls?id=r1&range=today");
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
  await open([requestRecord(), earlier]);
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
  await open([requestRecord(), earlier, failed], "/calls?id=r1&q=x&range=1h");
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
  await open([failed], "/calls?q=5J6");
  await type("Search calls", ` ${callId(2)} `);
  await step(() => one("input.mono").closest("form")?.requestSubmit());
  expect(address()).toBe(`/calls?q=5J6&id=${encodeURIComponent(callId(2))}`);
  expect((one("input.mono") as HTMLInputElement).value).toBe("5J6");
  expect(textOf(one("aside"))).toContain("Not found is free in this plan.");
});

test("an unknown call is named", async () => {
  await open([], "/calls?id=gone");
  expect(textOf(one("aside"))).toContain("No matching call gone.");
});

test("a failure is shown", async () => {
  await open([]);
  refuse("GET /reports/byRequest", 500, "Broken.");
  await press("Last 7 days");
  expect(textOf(get("alert"))).toContain("Could not load the calls Broken.");
});

test("the calls of one operation have no chart", async () => {
  await open([requestRecord()], "/calls?operation=auctionByVin");
  expect(sent("GET /reports/byRequest").at(-1)?.query).toMatchObject({ operation: "auctionByVin" });
  expect(sent("GET /reports/timeseries")).toEqual([]);
  expect(textOf(one(".chip"))).toBe("Operation: auctionByVin ×");
  await press("Remove the filter Operation");
  expect(address()).toBe("/calls");
});

test("a feature adds a section to the details of a call", async () => {
  setPageParts([{}, { call: ({ record }) => <p className="added">Added to {record.call}</p> }]);
  await open([requestRecord()], `/calls?id=${encodeURIComponent(callId(1))}`);
  expect(textOf(one("aside .added"))).toBe(`Added to ${callId(1)}`);
  expect(texts("aside h3")).toEqual(["Details"]);
});

test("details of a call have no heading without features", async () => {
  await open([requestRecord()], `/calls?id=${encodeURIComponent(callId(1))}`);
  expect(texts("aside h3")).toEqual([]);
});

test("the heading is a finding, and sums have a chart whose bars filter", async () => {
  buckets = [
    bucket({ total: 1248, success: 1200, other: 40, blocked: 3, failed: 5, fault: 1, credits: 2400 }),
  ];
  await open([requestRecord()]);
  expect(textOf(one("h1"))).toBe("1,248 calls, 3 of them blocked");
  expect(textOf(one(".head p"))).toBe("2,400 credits spent. 96.2% successful, 1 server error (5xx).");
  expect(has("img", "1,248 calls for 2,400 credits, by day")).toBe(true);
});

test("rows of sums by API, customer, key and day show their calls", async () => {
  buckets = [bucket({ timestamp: "2026-11-20T00:00:00Z", total: 9, success: 7, other: 2, credits: 37 })];
  await open([requestRecord()], "/calls?range=7d", operator());
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
  await open([requestRecord()], "/calls?by=day&status=404&user=ada", operator());
  expect(textOf(one("[role=tabpanel]"))).toBe(
    "Not available with these filters This table can be filtered by customer, subscription and API only. Remove the other filters",
  );
  await press("Remove the other filters");
  expect(address()).toBe("/calls?by=day&user=ada");
});

test("a customer has no tab of customers", async () => {
  await open([requestRecord()]);
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
  await open([requestRecord()], `/calls?api=auction&by=${by}`, operator());
  refuse(`GET /reports/${report}`, 503, "Not now.");
  await press("Download CSV");
  expect(sent(`GET /reports/${report}`).at(-1)?.query).toMatchObject(query);
  expect(toast()).toBe("Not now.");
});
