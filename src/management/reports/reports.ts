import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { nextTurn } from "../../base/pause.ts";
import { isTimeZone } from "../../base/reading/times.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Call } from "../../http/endpoint.ts";
import { InvalidRequest } from "../../http/errors.ts";
import { offsetOf, PageQuery } from "../../http/lists.ts";
import type { CallLog } from "../../metering/requests/call-log.ts";
import type { Searched } from "../../metering/requests/request-search.ts";
import { minutesFrom } from "../../metering/usage/log-start.ts";
import { sumUsage, type UsageScope, usedPart } from "../../metering/usage/usage-read.ts";
import { widen } from "../../metering/usage/usage-spans.ts";
import { Accept, type Accepting, reportAnswer } from "../common/csv-answer.ts";
import { bucketSpans, bucketsBetween, granularities, startOf, wholeHours } from "./reports-buckets.ts";
import { callFilter, callFilters, loggedPart } from "./reports-calls.ts";
import { countedWindow, filter, scopeOf, widenedNote, windowEnds, windowOf } from "./reports-query.ts";
import {
  Bucket,
  bucketRecord,
  foldRows,
  RequestRecord,
  RequestResponse,
  requestRecord,
} from "./reports-records.ts";

const bucketsMax = 10_000;

const ByRequestQuery = z.object({ ...windowEnds, ...callFilters, ...PageQuery.shape });

const TimeseriesQuery = z.object({
  ...windowEnds,
  granularity: z.enum(granularities).default("hour").describe("Weeks begin on Monday."),
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, "must be a time zone of the IANA, such as Europe/Prague")
    .default("UTC")
    .describe(
      "The zone by whose calendar days, weeks and months begin, for example `Europe/Prague`. Where it is not whole hours from UTC, days whose minutes are no longer kept begin with a whole hour of UTC.",
    ),
  subscriptionId: filter.nullable(),
  apiId: filter.nullable(),
  user_id: filter,
});

const Timeseries = z.object({
  granularity: z.enum(granularities),
  timestamp_ge: z.iso.datetime(),
  timestamp_le: z.iso.datetime(),
  buckets: z.array(Bucket),
});

export const reportEndpoints = [
  endpoint({
    id: "reportByRequest",
    exported: "calls",
    method: "GET",
    path: "/reports/byRequest",
    tag: "Reports",
    summary: "List single calls, newest first",
    description:
      "The calls come from the request log, which begins at `available_from`. Customers see only their own calls.",
    audience: "customer",
    permission: "calls.view",
    query: ByRequestQuery,
    headers: Accept,
    response: RequestResponse,
    types: ["application/json", "text/csv"],
    readsUsage: true,
    handle: reportByRequest,
  }),
  endpoint({
    id: "reportTimeseries",
    method: "GET",
    path: "/reports/timeseries",
    tag: "Reports",
    summary: "Report calls over time, in buckets without gaps",
    description: `Returns at most ${bucketsMax} buckets. Customers see only their own calls. ${widenedNote}`,
    audience: "customer",
    permission: "calls.view",
    query: TimeseriesQuery,
    headers: Accept,
    response: Timeseries,
    types: ["application/json", "text/csv"],
    readsUsage: true,
    handle: reportTimeseries,
  }),
];

async function reportByRequest(
  context: Context,
  call: Call<unknown, z.output<typeof ByRequestQuery>, Accepting>,
) {
  const { page, page_size, user_id, subscription_id } = call.query;
  const db = context.database;
  const now = context.clock();
  const requested = windowOf(call.query, now);
  const scope = scopeOf(call.caller, { userId: user_id, subscriptionId: subscription_id });
  const { window, logStart } = await loggedPart(db, requested);
  const found = await findRequests(context.requestLog, scope, window, call.query);
  // A page of 1,000 calls takes a millisecond to read and another to write.
  await nextTurn();
  const items = found.calls.map(requestRecord);
  const report = {
    items,
    page,
    page_size,
    total: found.total,
    ...(found.from > window.from && { searched_from: isoTime(found.from) }),
    available_from: isoTime(logStart ?? (await context.requestLog.oldest()) ?? now),
    timestamp_ge: isoTime(requested.ge),
    timestamp_le: isoTime(requested.le),
  };
  return reportAnswer(call.headers.accept, "byRequest", report, Object.keys(RequestRecord.shape), items);
}

/** One page of the calls that match a query, their number, and how far back the search went. */
async function findRequests(
  log: CallLog,
  scope: UsageScope,
  window: { readonly from: number; readonly to: number },
  query: z.output<typeof ByRequestQuery>,
): Promise<Searched> {
  const searched = callFilter(query);
  if (Object.values(searched).some((value) => value !== undefined))
    return log.search(scope, searched, window, offsetOf(query), query.page_size);
  return log.page(scope, window, offsetOf(query), query.page_size);
}

async function reportTimeseries(
  context: Context,
  call: Call<unknown, z.output<typeof TimeseriesQuery>, Accepting>,
) {
  const { granularity, subscriptionId, apiId } = call.query;
  const db = context.database;
  const requested = windowOf(call.query, context.clock());
  const kept = await minutesFrom(db);
  if (granularity === "minute" && requested.ge < kept)
    throw new InvalidRequest(
      ["query", "granularity"],
      `minutes are kept since ${isoTime(kept)}; the finest granularity before that is hour`,
      granularity,
    );
  const window = widen(requested.ge, requested.le, kept);
  const calendar = bucketsBetween(granularity, window.from, window.to, bucketsMax, call.query.time_zone);
  if (!calendar)
    throw new InvalidRequest(
      ["query", "granularity"],
      `the time range has more than ${bucketsMax} buckets of this granularity`,
      granularity,
    );
  const used = await usedPart(db, window.from, window.to);
  const starts = wholeHours(calendar, kept);
  const spans = bucketSpans(granularity, starts, used);
  const scope = scopeOf(call.caller, {
    userId: call.query.user_id,
    subscriptionId: subscriptionId ?? undefined,
    apiId: apiId ?? undefined,
  });
  const applied = foldRows(await sumUsage(db, scope, spans, "start"), ({ start }) => startOf(starts, start));
  const buckets = starts.map((start) => bucketRecord(start, applied.get(start)));
  const report = { granularity, ...countedWindow(requested, window, context.clock()), buckets };
  return reportAnswer(call.headers.accept, "timeseries", report, Object.keys(Bucket.shape), buckets);
}
