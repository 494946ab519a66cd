import { expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import { callId, requestPage, requestRecord } from "../../../test/console/dom/report-records.ts";
import { respond, sent } from "../../../test/console/dom/service.ts";
import { rangeOf } from "../base/range.ts";
import { queryClient } from "../parts/query-client.ts";
import { callById, callFilterOf, errorsOf, requestsOf } from "./requests.ts";

setUp();

const none = {
  user_id: undefined,
  subscription_id: undefined,
  api_id: undefined,
  operation: undefined,
  response_code: undefined,
  error_code: undefined,
  key: undefined,
  request_id: undefined,
  url: undefined,
};

test("an address becomes a filter", () => {
  expect(callFilterOf({})).toEqual(none);
  const search = {
    user: "u",
    subscription: "s",
    api: "a",
    operation: "o",
    status: "4xx",
    error: "e",
    key: "primary",
    request: "mine",
    q: "/x",
  };
  expect(callFilterOf(search)).toEqual({
    user_id: "u",
    subscription_id: "s",
    api_id: "a",
    operation: "o",
    response_code: "4xx",
    error_code: "e",
    key: "primary",
    request_id: "mine",
    url: "/x",
  });
});

test.each(["6xx", "40", "abc", "4xxx", ""])("the status %p is left out", (status) => {
  expect(callFilterOf({ status, key: "third" })).toEqual(none);
});

test("a page of calls is requested with range and filter", async () => {
  respond("get", "/reports/byRequest", requestPage([]));
  const range = rangeOf({ range: "1h" }, "1h", Date.UTC(2026, 10, 21, 21));
  await queryClient.fetchQuery(requestsOf(range, { page: 2, page_size: 50, response_code: "404" }));
  expect(sent()[0]?.query).toEqual({
    page: "2",
    page_size: "50",
    response_code: "404",
    timestamp_ge: "2026-11-21T20:00:00.000Z",
    timestamp_le: "2026-11-21T21:00:00.000Z",
  });
});

test("the errors of a range are requested with its filter", async () => {
  const body = { items: [], timestamp_ge: "a", timestamp_le: "b" };
  respond("get", "/reports/byError", body);
  const range = rangeOf({ range: "15m" }, "1h", Date.UTC(2026, 10, 21, 21));
  expect(await queryClient.fetchQuery(errorsOf(range, { key: "secondary" }))).toEqual(body);
  expect(sent()[0]?.query).toEqual({
    key: "secondary",
    timestamp_ge: "2026-11-21T20:45:00.000Z",
    timestamp_le: "2026-11-21T21:00:00.000Z",
  });
});

test("a call is searched for in the whole log by its own ID", async () => {
  respond("get", "/reports/byRequest", requestPage([requestRecord()]));
  const found = await queryClient.fetchQuery(callById(callId(1)));
  expect(found).toEqual({ record: requestRecord(), total: 1 });
  expect(sent()[0]?.query).toEqual({
    call: callId(1),
    page_size: "1",
    timestamp_ge: "1970-01-01T00:00:00.000Z",
  });
});

test("a call is searched for around the time in its ID", async () => {
  respond("get", "/reports/byRequest", requestPage([requestRecord()]));
  const time = Date.UTC(2026, 10, 21, 21).toString(16).padStart(12, "0");
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  expect(await queryClient.fetchQuery(callById(id))).toEqual({ record: requestRecord(), total: 1 });
  expect(sent()[0]?.query).toEqual({
    request_id: id,
    page_size: "1",
    timestamp_ge: "2026-11-21T20:59:50.000Z",
    timestamp_le: "2026-11-21T21:00:10.000Z",
  });
});

test("an ID that the caller chose is searched for without a time", async () => {
  respond("get", "/reports/byRequest", requestPage([]));
  expect(await queryClient.fetchQuery(callById("my-id"))).toEqual({ record: null, total: 0 });
  expect(sent()[0]?.query).toEqual({ request_id: "my-id", page_size: "1" });
});
