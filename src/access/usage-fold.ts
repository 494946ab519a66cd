import type { CallRecord } from "./usage.ts";

/** How a call ended, as reports count it. */
export type UsageClass = "success" | "blocked" | "failed" | "other";

/** What some calls come to. Sizes in bytes, times in microseconds. */
export interface UsageSums {
  readonly calls: number;
  readonly credits: number;
  readonly bytes: number;
  readonly cache_hits: number;
  readonly cache_misses: number;
  readonly api_us_sum: number;
  readonly api_us_min: number;
  readonly api_us_max: number;
  readonly service_us_sum: number;
  readonly service_us_min: number;
  readonly service_us_max: number;
}

/** What is added to one row of a roll-up; `key` is the row's primary key, its columns in order. */
export interface UsageDelta {
  readonly key: readonly (string | number)[];
  readonly sums: UsageSums;
}

/** What a batch of calls adds to the roll-ups, each list in the order of its keys. */
export interface UsageDeltas {
  readonly minutes: readonly UsageDelta[];
  readonly hours: readonly UsageDelta[];
  readonly minuteTotals: readonly UsageDelta[];
  readonly hourTotals: readonly UsageDelta[];
}

export const minuteMs = 60_000;
export const hourMs = 3_600_000;

/** success 2xx and 304; blocked 401, 402, 403, 429; failed 400, 422, 5xx; other the rest. */
export function usageClass(status: number): UsageClass {
  if ((status >= 200 && status < 300) || status === 304) return "success";
  if ([401, 402, 403, 429].includes(status)) return "blocked";
  if (status === 400 || status === 422 || status >= 500) return "failed";
  return "other";
}

/** Sums up a batch of calls. All who write roll-ups write in the order given, so that none waits in a circle. */
export function foldUsage(calls: readonly CallRecord[]): UsageDeltas {
  return {
    minutes: fold(calls, (call, ended) => ownKey(call, ended, minuteMs)),
    hours: fold(calls, (call, ended) => ownKey(call, ended, hourMs)),
    minuteTotals: fold(calls, (call, ended) => [floorTo(call.at, minuteMs), call.api, ended]),
    hourTotals: fold(calls, (call, ended) => [floorTo(call.at, hourMs), call.api, ended]),
  };
}

/** The start of the span that a moment lies in. */
export function floorTo(at: number, spanMs: number): number {
  return Math.floor(at / spanMs) * spanMs;
}

type Key = readonly (string | number)[];

function ownKey(call: CallRecord, ended: UsageClass, spanMs: number): Key {
  const { subscriptionId, userId } = call.caller;
  return [subscriptionId, floorTo(call.at, spanMs), call.api, call.operation, ended, userId];
}

function fold(
  calls: readonly CallRecord[],
  keyOf: (call: CallRecord, ended: UsageClass) => Key,
): UsageDelta[] {
  const deltas = new Map<string, UsageDelta>();
  for (const call of calls) {
    const key = keyOf(call, usageClass(call.status));
    const name = JSON.stringify(key);
    const before = deltas.get(name);
    deltas.set(name, { key, sums: before ? addSums(before.sums, sumsOf(call)) : sumsOf(call) });
  }
  return [...deltas.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, delta]) => delta);
}

function sumsOf(call: CallRecord): UsageSums {
  return {
    calls: 1,
    credits: call.credits,
    bytes: call.responseBytes,
    cache_hits: call.cache === "hit" ? 1 : 0,
    cache_misses: call.cache === "miss" ? 1 : 0,
    api_us_sum: call.apiMicros,
    api_us_min: call.apiMicros,
    api_us_max: call.apiMicros,
    service_us_sum: call.serviceMicros,
    service_us_min: call.serviceMicros,
    service_us_max: call.serviceMicros,
  };
}

/** The sums of both. */
export function addSums(a: UsageSums, b: UsageSums): UsageSums {
  return {
    calls: a.calls + b.calls,
    credits: a.credits + b.credits,
    bytes: a.bytes + b.bytes,
    cache_hits: a.cache_hits + b.cache_hits,
    cache_misses: a.cache_misses + b.cache_misses,
    api_us_sum: a.api_us_sum + b.api_us_sum,
    api_us_min: Math.min(a.api_us_min, b.api_us_min),
    api_us_max: Math.max(a.api_us_max, b.api_us_max),
    service_us_sum: a.service_us_sum + b.service_us_sum,
    service_us_min: Math.min(a.service_us_min, b.service_us_min),
    service_us_max: Math.max(a.service_us_max, b.service_us_max),
  };
}
