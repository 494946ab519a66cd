import { bucketEnd, bucketLabel, ends, type Granularity, type Range, typedMoment } from "../base/range.ts";
import { zoneInUse } from "../base/zone.ts";
import { reading } from "./reading.ts";

/** Filters of reports. Customers see their own calls only. */
export interface ReportFilter {
  readonly user_id?: string | undefined;
  readonly subscription_id?: string | undefined;
  readonly api_id?: string | undefined;
}

// Ranges that end now change every millisecond; the cache rounds them to 15 seconds.
const cacheKeyOf = ({ from, to }: Range) => [
  Math.floor(from.getTime() / 15_000),
  Math.floor(to.getTime() / 15_000),
];

/** The calls of a range by API. */
export const callsByApi = (range: Range, { user_id, subscription_id, api_id }: ReportFilter = {}) =>
  reading(["reports", "byApi", cacheKeyOf(range), user_id, subscription_id, api_id], "/reports/byApi", {
    query: { ...ends(range), user_id, subscription_id, api_id, page_size: 1000 },
  });

/** The calls of a range by user, most calls first. For operators. */
export const callsByUser = (
  range: Range,
  page_size: number,
  { user_id, subscription_id, api_id }: ReportFilter = {},
) =>
  reading(
    ["reports", "byUser", cacheKeyOf(range), page_size, user_id, subscription_id, api_id],
    "/reports/byUser",
    { query: { ...ends(range), user_id, subscription_id, api_id, page_size } },
  );

/** The calls of a range by time. */
export const callsByTime = (range: Range, granularity: Granularity, filter: ReportFilter = {}) =>
  reading(
    ["reports", "timeseries", cacheKeyOf(range), granularity, filter, zoneInUse()],
    "/reports/timeseries",
    {
      query: {
        ...ends(range),
        granularity,
        ...(zoneInUse() !== "UTC" && { time_zone: zoneInUse() }),
        subscriptionId: filter.subscription_id,
        apiId: filter.api_id,
        user_id: filter.user_id,
      },
    },
  );

type Timeseries = Awaited<ReturnType<NonNullable<ReturnType<typeof callsByTime>["queryFn"]>>>;

/** The calls of one bar, by outcome. */
export interface CallBucket {
  readonly label: string;
  /** Its first and last second, as the address of the request log has them. */
  readonly from: string;
  readonly to: string;
  readonly credits: number;
  readonly ok: number;
  readonly other: number;
  readonly blocked: number;
  readonly failed: number;
}

/** The bars of a report. */
export function bucketsOf(series: Timeseries): CallBucket[] {
  const { granularity } = series;
  return series.buckets.map(({ timestamp, success, other, blocked, failed, credits }) => ({
    label: bucketLabel(timestamp, granularity),
    from: typedMoment(new Date(timestamp)),
    to: typedMoment(bucketEnd(timestamp, granularity)),
    credits,
    ok: success,
    other,
    blocked,
    failed,
  }));
}

/** How long the newest calls took. For operators. */
export const callTimes = { ...reading(["reports", "times"], "/reports/times"), refetchInterval: 60_000 };
