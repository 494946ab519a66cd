import type { ApiMetrics, RequestRecord, Schemas } from "../../../console/src/api/client.ts";
import type { BodyOf } from "./service.ts";

// Complete records of request log and reports.

/** The ID of a call of one journal. */
export const callId = (seq: number): string => `${"0123456789abcdef".repeat(2)}/${seq}`;

export const requestRecord = (more: Partial<RequestRecord> = {}): RequestRecord => ({
  request_id: "r1",
  timestamp: "2026-11-21T21:00:00Z",
  api_id: "auction",
  operation: "auctionByVin",
  product_id: "trial",
  user_id: "ada",
  subscription_id: "sub-1",
  method: "GET",
  url: "/auction/5J6RW2H59JL990075",
  ip_address: "192.0.2.7",
  response_code: 200,
  response_size: 1500,
  request_size: 0,
  cache: "none",
  api_time: 4.25,
  service_time: 0,
  credits: 2,
  error_code: null,
  key: "primary",
  data_source: "demo",
  source: "http",
  call: callId(1),
  ...more,
});

export const requestPage = (
  items: readonly RequestRecord[],
  more: Partial<Schemas["RequestResponse"]> = {},
) => ({
  items: [...items],
  page: 1,
  page_size: 50,
  total: items.length,
  available_from: "2026-10-22T00:00:00Z",
  timestamp_ge: "2026-11-21T20:20:05.000Z",
  timestamp_le: "2026-11-21T21:20:05.000Z",
  ...more,
});

export const apiMetrics = (more: Partial<ApiMetrics> = {}): ApiMetrics => ({
  api_id: "auction",
  api_name: "Auction history",
  call_count_success: 1200,
  call_count_blocked: 3,
  call_count_failed: 5,
  call_count_other: 40,
  call_count_fault: 1,
  call_count_total: 1248,
  credits: 2400,
  bandwidth: 0,
  cache_hit_count: 0,
  cache_miss_count: 0,
  api_time_avg: 3.14,
  api_time_min: 1,
  api_time_max: 9,
  service_time_avg: 0,
  service_time_min: 0,
  service_time_max: 0,
  ...more,
});

const ends = { timestamp_ge: "2026-11-14T21:20:05.000Z", timestamp_le: "2026-11-21T21:20:05.000Z" };

export const metricsPage = (items: readonly ApiMetrics[]) => ({
  items: [...items],
  page: 1,
  page_size: 1000,
  total: items.length,
  ...ends,
});

export type CustomerReport = BodyOf<"/reports/byUser", "get">;

export const customersPage = (items: CustomerReport["items"], total = items.length): CustomerReport => ({
  items,
  page: 1,
  page_size: 100,
  total,
  ...ends,
});

export type Series = BodyOf<"/reports/timeseries", "get">;

export const bucket = (more: Partial<Series["buckets"][number]> = {}): Series["buckets"][number] => ({
  timestamp: "2026-11-21T20:00:00Z",
  total: 0,
  success: 0,
  blocked: 0,
  failed: 0,
  other: 0,
  fault: 0,
  credits: 0,
  bandwidth: 0,
  api_time_avg: 0,
  ...more,
});

export const series = (
  buckets: readonly Series["buckets"][number][],
  granularity: Series["granularity"] = "hour",
): Series => ({ granularity, buckets: [...buckets], ...ends });
