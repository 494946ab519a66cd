import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import type { Call } from "../../http/endpoint.ts";
import { InvalidRequest } from "../../http/errors.ts";
import { offsetOf, PageQuery } from "../../http/lists.ts";
import { oldestRequest, readRequests, seekRequests } from "../../usage/request-log.ts";
import { minutesFrom, requestLogMark } from "../../usage/usage-marks.ts";
import { sumUsage, usedPart } from "../../usage/usage-read.ts";
import { slices, spansOf, widen } from "../../usage/usage-spans.ts";
import { bucketOf, bucketsBetween, granularities } from "./reports-buckets.ts";
import { reportAnswer } from "./reports-csv.ts";
import { filter, scopeOf, type Window, windowEnds, windowOf } from "./reports-query.ts";
import {
  Bucket,
  bucketRecord,
  foldRows,
  MetricsRecord,
  MetricsResponse,
  metricsRecord,
  RequestRecord,
  RequestResponse,
  requestRecord,
} from "./reports-records.ts";

const bucketsMax = 10_000;

const Accept = z.object({ accept: z.string().optional() });

const ByApiQuery = z.object({
  ...windowEnds,
  subscription_id: filter,
  user_id: filter,
  ...PageQuery.shape,
});

const ByRequestQuery = z.object({ ...windowEnds, user_id: filter, ...PageQuery.shape });

const TimeseriesQuery = z.object({
  ...windowEnds,
  granularity: z
    .enum(granularities)
    .default("hour")
    .describe("Buckets follow the UTC calendar; weeks begin on Monday."),
  subscriptionId: filter.nullable(),
  apiId: filter.nullable(),
});

const Timeseries = z.object({
  granularity: z.enum(granularities),
  timestamp_ge: z.iso.datetime(),
  timestamp_le: z.iso.datetime(),
  buckets: z.array(Bucket),
});

const widened =
  "Calls are counted by the minute, and by the hour where minutes are no longer kept: the window is widened to whole minutes or hours, and the timestamps of the answer say to which.";

export const reportEndpoints = [
  endpoint({
    id: "reportByApi",
    method: "GET",
    path: "/reports/byApi",
    tag: "Reports",
    summary: "Report the calls, credits, bytes and times of each API",
    description: `The API with the most calls is first. A customer's report contains its own calls only. ${widened}`,
    audience: "customer",
    query: ByApiQuery,
    headers: Accept,
    response: MetricsResponse,
    csv: true,
    readsUsage: true,
    handle: reportByApi,
  }),
  endpoint({
    id: "reportByRequest",
    method: "GET",
    path: "/reports/byRequest",
    tag: "Reports",
    summary: "List single calls, newest first",
    description:
      "The calls come from the request log, which begins at `available_from`. A customer's report contains its own calls only.",
    audience: "customer",
    query: ByRequestQuery,
    headers: Accept,
    response: RequestResponse,
    csv: true,
    readsUsage: true,
    handle: reportByRequest,
  }),
  endpoint({
    id: "reportTimeseries",
    method: "GET",
    path: "/reports/timeseries",
    tag: "Reports",
    summary: "Report calls over time, in buckets without gaps",
    description: `The answer has at most ${bucketsMax} buckets. A customer's report contains its own calls only. ${widened}`,
    audience: "customer",
    query: TimeseriesQuery,
    headers: Accept,
    response: Timeseries,
    csv: true,
    readsUsage: true,
    handle: reportTimeseries,
  }),
];

type Accepting = z.output<typeof Accept>;

async function reportByApi(context: Context, call: Call<unknown, z.output<typeof ByApiQuery>, Accepting>) {
  const { query } = call;
  const db = context.database;
  const asked = windowOf(query, context.clock());
  const window = widen(asked.ge, asked.le, await minutesFrom(db));
  const scope = scopeOf(call.caller, { userId: query.user_id, subscriptionId: query.subscription_id });
  const used = await usedPart(db, window.from, window.to);
  const rows = await sumUsage(db, scope, spansOf(used.from, used.to), "api");
  const folded = [...foldRows(rows, (row) => row.name)].sort(
    ([a, x], [b, y]) => y.sums.calls - x.sums.calls || (a < b ? -1 : 1),
  );
  const shown = folded.slice(offsetOf(query), offsetOf(query) + query.page_size);
  const names = await apiNames(
    db,
    shown.map(([id]) => id),
  );
  const items = shown.map(([id, sums]) => metricsRecord(id, names.get(id) ?? id, sums));
  const { page, page_size } = query;
  const report = {
    items,
    page,
    page_size,
    total: folded.length,
    ...timestamps(asked, window, context.clock()),
  };
  return reportAnswer(call.headers.accept, "byApi", report, Object.keys(MetricsRecord.shape), items);
}

/** The window that was counted; of a minute that has not ended only what was asked for can be in it. */
function timestamps(asked: Window, { from, to }: { from: number; to: number }, now: number) {
  return { timestamp_ge: isoTime(from), timestamp_le: isoTime(asked.le >= now ? asked.le : to - 1) };
}

async function apiNames(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; display_name: string }>(
    sql`select id, display_name from api where id in (${list(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

async function reportByRequest(
  context: Context,
  call: Call<unknown, z.output<typeof ByRequestQuery>, Accepting>,
) {
  const { page, page_size, user_id } = call.query;
  const db = context.database;
  const now = context.clock();
  const asked = windowOf(call.query, now);
  const scope = scopeOf(call.caller, { userId: user_id });
  const mark = await requestLogMark(db);
  const window = { from: Math.max(asked.ge, mark ?? asked.ge), to: asked.le + 1 };
  const { total, place } = await seekRequests(db, scope, window, offsetOf(call.query));
  const rows = place ? await readRequests(db, scope, window.from, place, page_size) : [];
  const items = rows.map(requestRecord);
  const report = {
    items,
    page,
    page_size,
    total,
    available_from: isoTime(mark ?? (await oldestRequest(db)) ?? now),
    timestamp_ge: isoTime(asked.ge),
    timestamp_le: isoTime(asked.le),
  };
  return reportAnswer(call.headers.accept, "byRequest", report, Object.keys(RequestRecord.shape), items);
}

async function reportTimeseries(
  context: Context,
  call: Call<unknown, z.output<typeof TimeseriesQuery>, Accepting>,
) {
  const { granularity, subscriptionId, apiId } = call.query;
  const db = context.database;
  const asked = windowOf(call.query, context.clock());
  const kept = await minutesFrom(db);
  if (granularity === "minute" && asked.ge < kept)
    throw new InvalidRequest(
      ["query", "granularity"],
      `single minutes are kept since ${isoTime(kept)}; before that the finest granularity is hour`,
      granularity,
    );
  const window = widen(asked.ge, asked.le, kept);
  const starts = bucketsBetween(granularity, window.from, window.to, bucketsMax);
  if (!starts)
    throw new InvalidRequest(
      ["query", "granularity"],
      `the window has more than ${bucketsMax} buckets of this granularity`,
      granularity,
    );
  const used = await usedPart(db, window.from, window.to);
  const spans = granularity === "minute" ? slices("minute", used.from, used.to) : spansOf(used.from, used.to);
  const scope = scopeOf(call.caller, {
    subscriptionId: subscriptionId ?? undefined,
    apiId: apiId ?? undefined,
  });
  const folded = foldRows(await sumUsage(db, scope, spans, "start"), (row) =>
    bucketOf(granularity, row.start),
  );
  const buckets = starts.map((start) => bucketRecord(start, folded.get(start)));
  const report = { granularity, ...timestamps(asked, window, context.clock()), buckets };
  return reportAnswer(call.headers.accept, "timeseries", report, Object.keys(Bucket.shape), buckets);
}
