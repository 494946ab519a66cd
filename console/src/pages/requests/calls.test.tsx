import { afterAll, beforeEach, expect, test } from "bun:test";
import { choose, click, keyDown, press, type } from "../../../../test/console/dom/act.ts";
import { failed, given, openCalls } from "../../../../test/console/dom/calls-page.tsx";
import { cells, facts, get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, elapse, setUp, step } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { callId, requestRecord } from "../../../../test/console/dom/report-records.ts";
import { sent } from "../../../../test/console/dom/service.ts";
import { pageParts, setPageParts } from "../../parts/page-parts.ts";

setUp();

// Other test files may load the console's list of pages, which adds parts.
const before = pageParts();
beforeEach(() => {
  setPageParts([]);
  given.buckets = [];
});
afterAll(() => setPageParts(before));

test("calls are listed with status, path and price", async () => {
  await openCalls([requestRecord(), failed]);
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
  await openCalls([failed], "/calls?by=error&status=4xx");
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
  await openCalls([requestRecord(), failed]);
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
  await openCalls([requestRecord(record)], "/calls", user(), {}, false);
  await click(one(`[data-id="${callId(1)}"]`));
  expect(facts(one("aside dl"))).toContainEqual(["Backend", words]);
});

test("new calls appear live until the list is paused", async () => {
  const send = await openCalls([requestRecord()]);
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
  await openCalls([requestRecord()], "/calls?page=2");
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
  await openCalls([]);
  expect(text()).toContain("No calls in this range The log starts on 22 Oct 2026.");
  await press("Show the last 365 days");
  expect(address()).toBe("/calls?range=365d");
});

test("a text that no path contains can be searched for as a request ID", async () => {
  await openCalls([], "/calls?q=order-7");
  await press("Search for it as a request ID");
  expect(address()).toBe("/calls?request=order-7");
});

test("a search that stopped can go on with older calls", async () => {
  await openCalls([], "/calls?q=5J6&range=7d", user(), { searched_from: "2026-11-20T00:00:00Z" });
  expect(text()).toContain("Searched back to 20 Nov 2026, 00:00:00.");
  await press("Search older calls");
  expect(address()).toBe("/calls?q=5J6&from=2026-11-14+21%3A20%3A05&to=2026-11-19+23%3A59%3A59");
});

test("an operator can open the user of a call", async () => {
  await openCalls([requestRecord()], "/calls?id=r1", operator());
  expect(texts("aside .charge p")).toEqual([
    "2 credits charged",
    "Auction history costs 2 credits in this plan.",
  ]);
  expect(get("link", "Ada Byron").getAttribute("href")).toBe("/console/customers/ada");
  expect(has("link", "Run again")).toBe(false);
});

test("an operator sees whose calls they are, and can leave the log of one customer", async () => {
  await openCalls([requestRecord()], "/calls", operator());
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
