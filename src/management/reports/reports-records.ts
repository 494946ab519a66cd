import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { keySlots } from "../../http/caller.ts";
import { callIdText } from "../../metering/requests/call-id.ts";
import type { LoggedCall } from "../../metering/requests/chunk-codec.ts";
import { callSources, readSource } from "../../metering/usage/call-source.ts";
import { addSums, type UsageClass, type UsageSums } from "../../metering/usage/usage-aggregate.ts";
import type { UsageRow } from "../../metering/usage/usage-read.ts";

const count = z.int();
const milliseconds = z.number().describe("Milliseconds.");
const page = { page: z.int(), page_size: z.int(), total: z.int() };
const window = { timestamp_ge: z.iso.datetime(), timestamp_le: z.iso.datetime() };

const faultMeaning =
  "The failed calls with a 5xx status. Older calls, from before this was recorded, are not included.";

const metrics = {
  call_count_success: count.describe("Calls with status 2xx or 304."),
  call_count_blocked: count.describe("Calls with status 401, 402, 403 or 429."),
  call_count_failed: count.describe("Calls with status 400, 422 or 5xx."),
  call_count_other: count.describe("Calls with status 404 or any other."),
  call_count_total: count,
  credits: count,
  bandwidth: count.describe("The size of the response bodies before they are compressed, in bytes."),
  cache_hit_count: count,
  cache_miss_count: count,
  api_time_avg: milliseconds,
  api_time_min: milliseconds,
  api_time_max: milliseconds,
  service_time_avg: milliseconds,
  service_time_min: milliseconds,
  service_time_max: milliseconds,
  call_count_fault: count.describe(faultMeaning),
};

/** The sums of one API, one subscription or one user. */
export const MetricsRecord = z.object({ api_id: z.string(), api_name: z.string(), ...metrics });
export const SubscriptionMetrics = z.object({
  subscription_id: z.string(),
  subscription_name: z.string().describe("The display name of the subscription."),
  ...metrics,
});
export const UserMetrics = z.object({
  user_id: z.string(),
  user_email: z.string().describe("Empty for a deleted user."),
  ...metrics,
});

/** A page of such records, and the time range counted. */
export function metricsResponse<Item extends z.ZodObject>(item: Item) {
  return z.object({ items: z.array(item), ...page, ...window });
}

export const MetricsResponse = metricsResponse(MetricsRecord).meta({ id: "MetricsResponse" });

/** One call. */
export const RequestRecord = z.object({
  request_id: z.string().describe("As in `x-request-id`. Callers can send the same one again."),
  timestamp: z.iso.datetime(),
  api_id: z.string(),
  operation: z.string(),
  product_id: z.string().nullable(),
  user_id: z.string(),
  subscription_id: z.string(),
  method: z.string(),
  url: z
    .string()
    .describe(
      "Path and query, without credentials. Of a batch with an `Idempotency-Key` also the line, as `#17`.",
    ),
  ip_address: z.string(),
  response_code: z.int(),
  response_size: count,
  request_size: count,
  cache: z.enum(["hit", "miss", "none"]),
  api_time: milliseconds,
  service_time: milliseconds,
  credits: count,
  error_code: z
    .string()
    .nullable()
    .describe("The error's `code`, `validation_error` for a 422; null for a successful call."),
  key: z
    .enum(keySlots)
    .nullable()
    .describe(
      "The subscription key that was used: `test` for a test call, which no other report counts; null for calls from before this was recorded.",
    ),
  data_source: z
    .string()
    .nullable()
    .describe("The sources of the response, as in `x-data-source`; null without any."),
  source: z.enum(callSources).describe("How the call came: `mcp` from a tool at `/mcp`, else `http`."),
  call: z.string().describe("The service's own ID of the call, `JOURNAL/SEQ`. No other call has it."),
});

export const RequestResponse = z
  .object({
    items: z.array(RequestRecord),
    ...page,
    searched_from: z.iso
      .datetime()
      .optional()
      .describe(
        "Set if filters stopped the search early: it reached back to this time, and total counts the calls since then. Send it as timestamp_le to search older calls.",
      ),
    available_from: z.iso.datetime().describe("The oldest time that the log covers."),
    ...window,
  })
  .meta({ id: "RequestResponse" });

/** The sums of one bucket. */
export const Bucket = z.object({
  timestamp: z.iso.datetime(),
  total: count,
  success: count,
  blocked: count,
  failed: count,
  other: count,
  credits: count,
  bandwidth: count,
  api_time_avg: milliseconds,
  fault: count.describe(faultMeaning),
});

/** Sums with the calls split by outcome. */
export interface Applied {
  readonly sums: UsageSums;
  readonly calls: Readonly<Record<UsageClass, number>>;
}

const none: Applied["calls"] = { success: 0, blocked: 0, failed: 0, fault: 0, other: 0 };

/** Merges rows with the same key. */
export function foldRows<K>(rows: readonly UsageRow[], keyOf: (row: UsageRow) => K): Map<K, Applied> {
  const applied = new Map<K, Applied>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = applied.get(key);
    const calls = before?.calls ?? none;
    applied.set(key, {
      sums: before ? addSums(before.sums, row) : row,
      calls: { ...calls, [row.class]: calls[row.class] + row.calls },
    });
  }
  return applied;
}

function average(micros: number, calls: number): number {
  return calls === 0 ? 0 : Math.round(micros / calls) / 1000;
}

export function metricsOf({ sums, calls }: Applied) {
  return {
    call_count_success: calls.success,
    call_count_blocked: calls.blocked,
    call_count_failed: calls.failed + calls.fault,
    call_count_other: calls.other,
    call_count_total: sums.calls,
    credits: sums.credits,
    bandwidth: sums.bytes,
    cache_hit_count: sums.cache_hits,
    cache_miss_count: sums.cache_misses,
    api_time_avg: average(sums.api_us_sum, sums.calls),
    api_time_min: sums.api_us_min / 1000,
    api_time_max: sums.api_us_max / 1000,
    service_time_avg: average(sums.service_us_sum, sums.calls),
    service_time_min: sums.service_us_min / 1000,
    service_time_max: sums.service_us_max / 1000,
    call_count_fault: calls.fault,
  } satisfies Omit<z.output<typeof MetricsRecord>, "api_id" | "api_name">;
}

/** A bucket of a time series; zeros if there were no calls. */
export function bucketRecord(start: number, applied: Applied | undefined) {
  const calls = applied?.calls ?? none;
  return {
    timestamp: isoTime(start),
    total: applied?.sums.calls ?? 0,
    success: calls.success,
    blocked: calls.blocked,
    failed: calls.failed + calls.fault,
    other: calls.other,
    credits: applied?.sums.credits ?? 0,
    bandwidth: applied?.sums.bytes ?? 0,
    api_time_avg: average(applied?.sums.api_us_sum ?? 0, applied?.sums.calls ?? 0),
    fault: calls.fault,
  } satisfies z.output<typeof Bucket>;
}

export function requestRecord({ caller, labels, ...call }: LoggedCall) {
  const { source, dataSource } = readSource(labels.source);
  return {
    request_id: call.requestId,
    timestamp: isoTime(call.at),
    api_id: labels.api,
    operation: labels.operation,
    product_id: labels.productId,
    user_id: caller.userId,
    subscription_id: caller.subscriptionId,
    method: labels.method,
    url: call.url,
    ip_address: labels.address,
    response_code: labels.status,
    response_size: call.responseBytes,
    request_size: call.requestBytes,
    cache: labels.cache,
    api_time: call.apiMicros / 1000,
    service_time: call.serviceMicros / 1000,
    credits: labels.credits,
    error_code: labels.errorCode,
    key: labels.key,
    data_source: dataSource,
    source,
    call: callIdText(call),
  } satisfies z.output<typeof RequestRecord>;
}
