import { expect, test } from "bun:test";
import {
  bucketOf,
  bucketSpans,
  bucketsBetween,
  granularities,
  startOf,
  wholeHours,
} from "./reports-buckets.ts";

const at = (text: string) => Date.parse(text);
const starts = (granularity: (typeof granularities)[number], from: string, to: string) =>
  bucketsBetween(granularity, at(from), at(to), 100)?.map((start) =>
    new Date(start).toISOString().slice(0, 16),
  );

test("buckets follow the calendar of UTC", () => {
  const moment = at("2026-11-21T13:45:59.999Z");
  expect(granularities.map((each) => new Date(bucketOf(each, moment)).toISOString())).toEqual([
    "2026-11-21T13:45:00.000Z",
    "2026-11-21T13:00:00.000Z",
    "2026-11-21T00:00:00.000Z",
    "2026-11-16T00:00:00.000Z",
    "2026-11-01T00:00:00.000Z",
  ]);
});

test("weeks begin on Mondays, before 1970 too, and over a year's end", () => {
  expect(starts("week", "2025-12-29T00:00:00Z", "2026-01-05T00:00:00.001Z")).toEqual([
    "2025-12-29T00:00",
    "2026-01-05T00:00",
  ]);
  expect(new Date(bucketOf("week", at("1969-12-28T23:59:59Z"))).toISOString()).toBe(
    "1969-12-22T00:00:00.000Z",
  );
  expect(new Date(bucketOf("week", at("0001-01-01T00:00:00Z"))).getUTCDay()).toBe(1);
});

test("months have their own lengths", () => {
  expect(starts("month", "2027-12-31T23:59:00Z", "2028-03-01T00:00:00Z")).toEqual([
    "2027-12-01T00:00",
    "2028-01-01T00:00",
    "2028-02-01T00:00",
  ]);
  expect(starts("day", "2028-02-28T12:00:00Z", "2028-03-01T00:00:00Z")).toEqual([
    "2028-02-28T00:00",
    "2028-02-29T00:00",
  ]);
  expect(starts("month", "0001-01-31T00:00:00Z", "0001-02-02T00:00:00Z")).toEqual([
    "0001-01-01T00:00",
    "0001-02-01T00:00",
  ]);
});

test("more buckets than allowed are none", () => {
  expect(bucketsBetween("minute", 0, 100 * 60_000, 100)?.length).toBe(100);
  expect(bucketsBetween("minute", 0, 100 * 60_000 + 1, 100)).toBeUndefined();
  expect(bucketsBetween("hour", 5, 5, 100)).toEqual([0]);
});

test("days, weeks and months are those of a zone, over its change of clocks", () => {
  const of = (granularity: (typeof granularities)[number], from: string, to: string, zone: string) =>
    bucketsBetween(granularity, at(from), at(to), 100, zone)?.map((start) =>
      new Date(start).toISOString().slice(0, 16),
    );
  expect(of("day", "2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z", "Europe/Prague")).toEqual([
    "2026-10-23T22:00",
    "2026-10-24T22:00",
    "2026-10-25T23:00",
  ]);
  expect(of("week", "2026-11-21T00:00:00Z", "2026-11-23T00:00:00Z", "Asia/Kolkata")).toEqual([
    "2026-11-15T18:30",
    "2026-11-22T18:30",
  ]);
  expect(of("month", "2026-11-21T00:00:00Z", "2026-12-01T12:00:00Z", "America/New_York")).toEqual([
    "2026-11-01T04:00",
    "2026-12-01T05:00",
  ]);
  expect(of("hour", "2026-11-21T00:10:00Z", "2026-11-21T01:10:00Z", "Asia/Kolkata")).toEqual([
    "2026-11-21T00:00",
    "2026-11-21T01:00",
  ]);
});

test("days that begin within an hour are read by minute, unless minutes are no longer kept", () => {
  const days = [at("2026-11-20T18:30:00Z"), at("2026-11-21T18:30:00Z")];
  const used = { from: at("2026-11-21T17:00:00Z"), to: at("2026-11-21T20:00:00Z") };
  const minutes = (from: string, to: string) => ({ unit: "minute", from: at(from), to: at(to) });
  const hour = (from: string, to: string) => ({ unit: "hour", from: at(from), to: at(to) });
  expect(bucketSpans("day", days, used) as object[]).toEqual([
    hour("2026-11-21T17:00:00Z", "2026-11-21T18:00:00Z"),
    minutes("2026-11-21T18:00:00Z", "2026-11-21T18:30:00Z"),
    minutes("2026-11-21T18:30:00Z", "2026-11-21T19:00:00Z"),
    hour("2026-11-21T19:00:00Z", "2026-11-21T20:00:00Z"),
  ]);
  const whole = wholeHours(days, at("2026-11-21T18:00:00Z"));
  expect(whole.map((start) => new Date(start).toISOString())).toEqual([
    "2026-11-20T19:00:00.000Z",
    "2026-11-21T18:30:00.000Z",
  ]);
  expect(
    [days[0]! - 1, days[0]!, days[1]! - 1, days[1]!, days[1]! + 1].map((one) => startOf(days, one)),
  ).toEqual([days[0]!, days[0]!, days[0]!, days[1]!, days[1]!]);
});
