import type { RequestRecord } from "../../../console/src/api/client.ts";
import { Calls } from "../../../console/src/pages/requests/calls.tsx";
import { show, step } from "./page.ts";
import { apiRecord, product, subscription, user } from "./records.ts";
import {
  callId,
  customersPage,
  metricsPage,
  requestPage,
  requestRecord,
  type Series,
  series,
} from "./report-records.ts";
import { answer, json, respond } from "./service.ts";

/** A call without a record. */
export const failed = requestRecord({
  request_id: "r2",
  response_code: 404,
  error_code: "record_not_found",
  credits: 0,
  key: null,
  data_source: null,
  source: "http",
  call: callId(2),
});

/** The times of the chart. */
export const given: { buckets: Series["buckets"][number][] } = { buckets: [] };

/** Opens the page of calls with these, and returns what sends live ones. */
export async function openCalls(
  items: RequestRecord[],
  at = "/calls",
  as = user(),
  more = {},
  builtin = true,
) {
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
  respond("get", "/reports/timeseries", series(given.buckets, "day"));
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
