import { floorTo, hourMs, minuteMs } from "../base/durations.ts";
import type { CallRecord } from "./usage.ts";

/** How a call ended, as roll-ups count it. */
export type UsageClass = "success" | "blocked" | "failed" | "fault" | "other";

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

const classes: readonly UsageClass[] = Array.from({ length: 600 }, (_, status) => {
  if ((status >= 200 && status < 300) || status === 304) return "success";
  if ([401, 402, 403, 429].includes(status)) return "blocked";
  if (status >= 500) return "fault";
  return status === 400 || status === 422 ? "failed" : "other";
});

/** success 2xx and 304; blocked 401, 402, 403, 429; failed 400 and 422; fault 5xx; other the rest. */
export function usageClass(status: number): UsageClass {
  return classes[status] ?? "fault";
}

/** Sums up a batch of calls. All who write roll-ups write in the order given, so that none waits in a circle. */
export function foldUsage(calls: Iterable<CallRecord>): UsageDeltas {
  const minutes: readonly UsageDelta[] = sumByMinute(calls).sort(byKey);
  const hours = merged(minutes, (key) => key.with(1, hourOf(key[1]!)));
  const minuteTotals = merged(minutes, (key) => [key[1]!, key[2]!, key[4]!]);
  const hourTotals = merged(minuteTotals, (key) => key.with(0, hourOf(key[0]!)));
  return { minutes, hours, minuteTotals, hourTotals };
}

const hourOf = (minute: string | number) => floorTo(minute as number, hourMs);

type Sums = { -readonly [Name in keyof UsageSums]: UsageSums[Name] };

interface OwnDelta {
  readonly key: [
    subscriptionId: string,
    minute: number,
    api: string,
    operation: string,
    ended: UsageClass,
    userId: string,
  ];
  readonly sums: Sums;
}

// No key is put together for a call: in a batch, which is a second or so, a subscription has a few at most.
function sumByMinute(calls: Iterable<CallRecord>): OwnDelta[] {
  const all: OwnDelta[] = [];
  const bySubscription = new Map<string, OwnDelta[]>();
  for (const call of calls) {
    const { subscriptionId, userId } = call.caller;
    let own = bySubscription.get(subscriptionId);
    if (!own) {
      own = [];
      bySubscription.set(subscriptionId, own);
    }
    const minute = floorTo(call.at, minuteMs);
    const ended = usageClass(call.status);
    const sums = sumsFor(own, call, minute, ended);
    if (sums) addCall(sums, call);
    else {
      const { api, operation } = call;
      const delta: OwnDelta = {
        key: [subscriptionId, minute, api, operation, ended, userId],
        sums: sumsOf(call),
      };
      own.push(delta);
      all.push(delta);
    }
  }
  return all;
}

function sumsFor(
  own: readonly OwnDelta[],
  { api, operation, caller }: CallRecord,
  minute: number,
  ended: UsageClass,
): Sums | undefined {
  for (let index = own.length - 1; index >= 0; index--) {
    const { key, sums } = own[index]!;
    if (key[1] === minute && key[4] === ended && key[3] === operation && key[2] === api)
      if (key[5] === caller.userId) return sums;
  }
  return undefined;
}

function merged(
  deltas: readonly UsageDelta[],
  keyOf: (key: UsageDelta["key"]) => UsageDelta["key"],
): UsageDelta[] {
  const found = new Map<string, UsageDelta>();
  for (const { key: from, sums } of deltas) {
    const key = keyOf(from);
    // No part of a key has such a character, which no column takes.
    const name = key.join("\0");
    const before = found.get(name);
    found.set(name, { key, sums: before ? addSums(before.sums, sums) : sums });
  }
  return [...found.values()].sort(byKey);
}

function byKey({ key: a }: UsageDelta, { key: b }: UsageDelta): number {
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at]!, b[at]!];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function sumsOf(call: CallRecord): Sums {
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

function addCall(sums: Sums, call: CallRecord): void {
  const { apiMicros, serviceMicros } = call;
  sums.calls += 1;
  sums.credits += call.credits;
  sums.bytes += call.responseBytes;
  if (call.cache === "hit") sums.cache_hits += 1;
  if (call.cache === "miss") sums.cache_misses += 1;
  sums.api_us_sum += apiMicros;
  if (apiMicros < sums.api_us_min) sums.api_us_min = apiMicros;
  if (apiMicros > sums.api_us_max) sums.api_us_max = apiMicros;
  sums.service_us_sum += serviceMicros;
  if (serviceMicros < sums.service_us_min) sums.service_us_min = serviceMicros;
  if (serviceMicros > sums.service_us_max) sums.service_us_max = serviceMicros;
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
