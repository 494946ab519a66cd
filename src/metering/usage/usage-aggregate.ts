import { floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import type { CallRecord } from "./usage.ts";

/** How a call ended, as rollups count it. */
export type UsageClass = "success" | "blocked" | "failed" | "fault" | "other";

/** The class of a rollup: test calls are counted apart, however they ended. No report has them. */
export type RollupClass = UsageClass | "test";

/** Sums of calls. Sizes in bytes, times in microseconds. */
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

/** What the calls of one sum share, besides their time. */
export interface UsageSeries {
  readonly subscriptionId: string;
  readonly api: string;
  readonly operation: string;
  readonly ended: RollupClass;
  readonly userId: string;
}

/** Added to a series' sums of the minute or hour that begins `at`. */
export interface SeriesDelta {
  /** One object per series in a batch. */
  readonly series: UsageSeries;
  readonly at: number;
  readonly sums: UsageSums;
}

/** Added to the sums over all subscriptions. */
export interface TotalDelta {
  readonly at: number;
  readonly api: string;
  readonly ended: RollupClass;
  readonly sums: UsageSums;
}

/** What a batch adds to the rollups; totals in the order of their keys. */
export interface UsageDeltas {
  readonly minutes: readonly SeriesDelta[];
  readonly hours: readonly SeriesDelta[];
  readonly minuteTotals: readonly TotalDelta[];
  readonly hourTotals: readonly TotalDelta[];
}

const classes: readonly UsageClass[] = Array.from({ length: 600 }, (_, status) => {
  if ((status >= 200 && status < 300) || status === 304) return "success";
  if ([401, 402, 403, 429].includes(status)) return "blocked";
  if (status >= 500) return "fault";
  return [400, 422, 499].includes(status) ? "failed" : "other";
});

/** success: 2xx and 304; blocked: 401, 402, 403, 429; failed: 400, 422 and 499; fault: 5xx; other: the rest. */
export function usageClass(status: number): UsageClass {
  return classes[status] ?? "fault";
}

/** Whether a quota counts an answer: the rollups of these classes are what was used. */
export function countsTowardsQuota(status: number): boolean {
  const ended = usageClass(status);
  return ended === "success" || ended === "other";
}

/** What the final sizes and times of a call add to the sums that count it. `call` has the final ones. */
export interface Correction {
  readonly call: CallRecord;
  readonly bytes: number;
  readonly apiMicros: number;
  readonly serviceMicros: number;
}

export function aggregateUsage(
  calls: Iterable<CallRecord>,
  corrections: readonly Correction[] = [],
): UsageDeltas {
  const minutes: SeriesDelta[] = [];
  const hours: SeriesDelta[] = [];
  for (const own of sumByMinute(calls, corrections).values()) {
    minutes.push(...own);
    if (own.length === 1) hours.push({ ...own[0]!, at: hourOf(own[0]!) });
    else hours.push(...byHour(own));
  }
  const minuteTotals = totalsOf(minutes, ({ at }) => at);
  return { minutes, hours, minuteTotals, hourTotals: totalsOf(minuteTotals, hourOf) };
}

const hourOf = ({ at }: { readonly at: number }): number => floorTo(at, hourMs);

type Sums = { -readonly [Name in keyof UsageSums]: UsageSums[Name] };

interface OwnDelta extends SeriesDelta {
  readonly sums: Sums;
}

// No key is built per call: in a batch of about a second, a subscription has only a few.
function sumByMinute(
  calls: Iterable<CallRecord>,
  corrections: readonly Correction[],
): ReadonlyMap<string, readonly OwnDelta[]> {
  const bySubscription = new Map<string, OwnDelta[]>();
  const ownOf = ({ caller: { subscriptionId } }: CallRecord): OwnDelta[] => {
    let own = bySubscription.get(subscriptionId);
    if (!own) {
      own = [];
      bySubscription.set(subscriptionId, own);
    }
    return own;
  };
  for (const call of calls) addOwn(ownOf(call), call);
  for (const correction of corrections)
    addOwn(ownOf(correction.call), correction.call, correctionSums(correction));
  return bySubscription;
}

/** A call, or what corrects one, is added to the sums of its series and minute. */
function addOwn(own: OwnDelta[], call: CallRecord, correction?: Sums): void {
  const at = floorTo(call.at, minuteMs);
  const ended = call.key === "test" ? "test" : usageClass(call.status);
  const { api, operation, caller } = call;
  let series: UsageSeries | undefined;
  for (let index = own.length - 1; index >= 0; index--) {
    const delta = own[index]!;
    const same = delta.series;
    if (same.ended !== ended || same.operation !== operation || same.api !== api) continue;
    if (same.userId !== caller.userId) continue;
    if (delta.at === at) {
      if (correction) addTo(delta.sums, correction);
      else addCall(delta.sums, call);
      return;
    }
    series = same;
  }
  const { subscriptionId, userId } = caller;
  series ??= { subscriptionId, api, operation, ended, userId };
  own.push({ series, at, sums: correction ?? sumsOf(call) });
}

function byHour(own: readonly OwnDelta[]): readonly SeriesDelta[] {
  const hours: OwnDelta[] = [];
  for (const delta of own) {
    const { series, sums } = delta;
    const at = hourOf(delta);
    const found = hours.findLast((one) => one.series === series && one.at === at);
    if (found) addTo(found.sums, sums);
    else hours.push({ series, at, sums: { ...sums } });
  }
  return hours;
}

/** Sums over all subscriptions, by the time that `startOf` returns. */
function totalsOf<D extends SeriesDelta | TotalDelta>(
  deltas: readonly D[],
  startOf: (delta: D) => number,
): TotalDelta[] {
  const found = new Map<string, TotalDelta & { readonly sums: Sums }>();
  let last: (TotalDelta & { readonly sums: Sums }) | undefined;
  for (const delta of deltas) {
    const { api, ended } = "series" in delta ? delta.series : delta;
    const at = startOf(delta);
    // Mostly the same as before, so no key is built.
    if (last?.at !== at || last.api !== api || last.ended !== ended) {
      const name = `${at} ${ended} ${api}`;
      last = found.get(name);
      if (!last) {
        found.set(name, { at, api, ended, sums: { ...delta.sums } });
        continue;
      }
    }
    addTo(last.sums, delta.sums);
  }
  return [...found.values()].sort(byKey);
}

function byKey(a: TotalDelta, b: TotalDelta): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.api !== b.api) return a.api < b.api ? -1 : 1;
  return a.ended < b.ended ? -1 : 1;
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

function correctionSums({ call, bytes, apiMicros, serviceMicros }: Correction): Sums {
  return {
    ...sumsOf(call),
    calls: 0,
    credits: 0,
    bytes,
    cache_hits: 0,
    cache_misses: 0,
    api_us_sum: apiMicros,
    service_us_sum: serviceMicros,
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

function addTo(sums: Sums, more: UsageSums): void {
  sums.calls += more.calls;
  sums.credits += more.credits;
  sums.bytes += more.bytes;
  sums.cache_hits += more.cache_hits;
  sums.cache_misses += more.cache_misses;
  sums.api_us_sum += more.api_us_sum;
  sums.api_us_min = Math.min(sums.api_us_min, more.api_us_min);
  sums.api_us_max = Math.max(sums.api_us_max, more.api_us_max);
  sums.service_us_sum += more.service_us_sum;
  sums.service_us_min = Math.min(sums.service_us_min, more.service_us_min);
  sums.service_us_max = Math.max(sums.service_us_max, more.service_us_max);
}

export function addSums(a: UsageSums, b: UsageSums): UsageSums {
  const sums = { ...a };
  addTo(sums, b);
  return sums;
}
