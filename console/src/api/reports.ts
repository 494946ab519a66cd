import { queryOptions } from "@tanstack/react-query";
import { bucketLabel, type Granularity, type Range } from "../base/range.ts";
import { answerOf, api } from "./client.ts";

/** What reports are narrowed down to; an operator sees everybody's calls, a customer its own. */
export interface ReportFilter {
  readonly user_id?: string | undefined;
  readonly subscription_id?: string | undefined;
  readonly api_id?: string | undefined;
}

/** The ends of a range, as every report takes them. */
export const ends = ({ from, to }: Range) => ({
  timestamp_ge: from.toISOString(),
  timestamp_le: to.toISOString(),
});

// A range that ends now is another one every millisecond: what is asked is known by its minute.
const known = ({ from, to }: Range) => [
  Math.floor(from.getTime() / 15_000),
  Math.floor(to.getTime() / 15_000),
];

/** The calls of a range by API. */
export const callsByApi = (range: Range, { user_id, subscription_id }: ReportFilter = {}) =>
  queryOptions({
    queryKey: ["reports", "byApi", known(range), user_id, subscription_id],
    queryFn: () =>
      answerOf(
        api.GET("/reports/byApi", {
          params: { query: { ...ends(range), user_id, subscription_id, page_size: 1000 } },
        }),
      ),
  });

/** The calls of a range by user, the most first; the operator's. */
export const callsByUser = (range: Range, page_size: number) =>
  queryOptions({
    queryKey: ["reports", "byUser", known(range), page_size],
    queryFn: () => answerOf(api.GET("/reports/byUser", { params: { query: { ...ends(range), page_size } } })),
  });

/** The calls of a range by time. */
export const callsByTime = (range: Range, granularity: Granularity, filter: ReportFilter = {}) =>
  queryOptions({
    queryKey: ["reports", "timeseries", known(range), granularity, filter],
    queryFn: () =>
      answerOf(
        api.GET("/reports/timeseries", {
          params: {
            query: {
              ...ends(range),
              granularity,
              subscriptionId: filter.subscription_id,
              apiId: filter.api_id,
              user_id: filter.user_id,
            },
          },
        }),
      ),
  });

type Timeseries = Awaited<ReturnType<NonNullable<ReturnType<typeof callsByTime>["queryFn"]>>>;

/** One bar: the calls of a stretch of time, by what became of them. */
export interface CallBucket {
  readonly label: string;
  readonly ok: number;
  readonly other: number;
  readonly blocked: number;
  readonly failed: number;
}

/** Reports' own words for what became of calls, as the chart has them. */
export function bucketsOf(series: Timeseries): CallBucket[] {
  return series.buckets.map(({ timestamp, success, other, blocked, failed }) => ({
    label: bucketLabel(timestamp, series.granularity),
    ok: success,
    other,
    blocked,
    failed,
  }));
}
