import { expect, test } from "bun:test";
import { hourMs, minuteMs } from "../../base/durations.ts";
import type { CallRecord } from "./usage.ts";
import { aggregateUsage, usageClass } from "./usage-aggregate.ts";

const call = (at: number, more: Partial<CallRecord> = {}): CallRecord => ({
  at,
  requestId: "r",
  caller: { kind: "subscription", subscriptionId: "s", userId: "u", productId: null },
  api: "lien",
  operation: "lookUpLien",
  method: "GET",
  url: "/lien/x",
  address: "::1",
  status: 200,
  credits: 2,
  requestBytes: 0,
  responseBytes: 10,
  apiMicros: 5,
  serviceMicros: 3,
  ...more,
});

test("statuses fall into the classes that reports show", () => {
  const of = (...statuses: number[]) => [...new Set(statuses.map(usageClass))];
  expect(of(200, 204, 304)).toEqual(["success"]);
  expect(of(401, 402, 403, 429)).toEqual(["blocked"]);
  expect(of(400, 422)).toEqual(["failed"]);
  expect(of(500, 503, 504, 700)).toEqual(["fault"]);
  expect(of(301, 404, 405, 409, 412)).toEqual(["other"]);
});

test("calls with the same key are summed", () => {
  const at = 10 * hourMs;
  const { minutes, hours, minuteTotals, hourTotals } = aggregateUsage([
    call(at, { cache: "hit" }),
    call(at + minuteMs, { apiMicros: 9, serviceMicros: 1, cache: "miss" }),
  ]);
  expect([minutes.length, hours.length, minuteTotals.length, hourTotals.length]).toEqual([2, 1, 2, 1]);
  expect(hours[0]).toEqual({
    series: { subscriptionId: "s", api: "lien", operation: "lookUpLien", ended: "success", userId: "u" },
    at,
    sums: {
      calls: 2,
      credits: 4,
      bytes: 20,
      cache_hits: 1,
      cache_misses: 1,
      api_us_sum: 14,
      api_us_min: 5,
      api_us_max: 9,
      service_us_sum: 4,
      service_us_min: 1,
      service_us_max: 3,
    },
  });
  expect(hourTotals[0]).toEqual({ at, api: "lien", ended: "success", sums: hours[0]!.sums });
});

test("a batch has one object per series; hours sum its minutes", () => {
  const at = 10 * hourMs;
  const { minutes, hours } = aggregateUsage([
    call(at),
    call(at, { status: 404 }),
    call(at + minuteMs),
    call(at + hourMs, { status: 404 }),
    call(at + minuteMs),
  ]);
  const [served, missed] = minutes.map(({ series }) => series);
  const calls = (deltas: typeof minutes) => deltas.map((delta) => [delta.at - at, delta.sums.calls]);
  expect(minutes.map(({ series }) => series === served)).toEqual([true, false, true, false]);
  expect(minutes.map(({ series }) => series === missed)).toEqual([false, true, false, true]);
  expect(calls(minutes)).toEqual([
    [0, 1],
    [0, 1],
    [minuteMs, 2],
    [hourMs, 1],
  ]);
  expect(hours.map(({ series }) => series === served)).toEqual([true, false, false]);
  expect(calls(hours)).toEqual([
    [0, 3],
    [0, 1],
    [hourMs, 1],
  ]);
});

test("the order of totals does not depend on the calls' order", () => {
  const calls = Array.from({ length: 50 }, (_, index) =>
    call((index % 7) * hourMs, { api: `api-${index % 5}`, status: 200 + 100 * (index % 3) }),
  );
  const { minuteTotals, hourTotals } = aggregateUsage(calls);
  const reversed = aggregateUsage([...calls].reverse());
  expect([reversed.minuteTotals, reversed.hourTotals]).toEqual([minuteTotals, hourTotals]);
  expect(aggregateUsage([])).toEqual({ minutes: [], hours: [], minuteTotals: [], hourTotals: [] });
});
