import { describe, expect, test } from "bun:test";
import { dayMs } from "../../../base/durations.ts";
import { periodTable } from "../test/period-table.ts";
import { isTimeZone, periodStart, periods } from "./periods.ts";

const hourMs = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

describe("the start of a period", () => {
  test("equals another library's for 36 anchors, 48 months and six zones", () => {
    expect(periodTable).toHaveLength(36 * 6);
    for (const { zone, date, starts } of periodTable) {
      const found = starts.map((_, number) => periodStart({ date, zone }, number));
      expect({ zone, date, starts: found.map(iso) }).toEqual({ zone, date, starts: starts.map(iso) });
    }
  });

  test("is counted from the anchor, so that a 31st stays one after shorter months", () => {
    const days = periods({ date: "2026-01-31", zone: "UTC" }, 0, 5).map(({ startsAt }) => iso(startsAt));
    expect(days.map((day) => day.slice(0, 10))).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
  });

  test("is the first moment of days of 23 and 25 hours", () => {
    const zone = "Europe/Prague";
    const lengthOf = (date: string, next: string) =>
      (periodStart({ date: next, zone }, 0) - periodStart({ date, zone }, 0)) / hourMs;
    expect(lengthOf("2026-03-29", "2026-03-30")).toBe(23);
    expect(lengthOf("2026-10-25", "2026-10-26")).toBe(25);
    // These clocks go forward at midnight.
    expect(iso(periodStart({ date: "2010-10-17", zone: "America/Sao_Paulo" }, 0))).toBe(
      "2010-10-17T03:00:00.000Z",
    );
    expect(iso(periodStart({ date: "2026-03-24", zone: "Africa/Cairo" }, 1))).toBe(
      "2026-04-23T22:00:00.000Z",
    );
  });

  test("is the first of two midnights", () => {
    expect(iso(periodStart({ date: "2026-11-01", zone: "America/Havana" }, 0))).toBe(
      "2026-11-01T04:00:00.000Z",
    );
  });

  test("is the next day's if the zone skipped the day", () => {
    const zone = "Pacific/Apia";
    const start = periodStart({ date: "2011-10-30", zone }, 2);
    expect(iso(start)).toBe("2011-12-30T10:00:00.000Z");
    expect(start).toBe(periodStart({ date: "2011-12-31", zone }, 0));
    expect(start - periodStart({ date: "2011-12-29", zone }, 0)).toBe(dayMs);
  });

  test("refuses a date or zone that does not exist", () => {
    expect(() => periodStart({ date: "2026-02-30", zone: "UTC" }, 0)).toThrow(RangeError);
    expect(() => periodStart({ date: "2026-02-28", zone: "Europe/Nowhere" }, 0)).toThrow(RangeError);
  });
});

test("periods tile in all zones", () => {
  for (const zone of [...Intl.supportedValuesOf("timeZone"), "-12:00", "+14:00"])
    for (const date of ["2009-12-31", "2011-08-30", "2024-02-29"]) {
      const all = periods({ date, zone }, 0, 48);
      const lengths = all.map(({ startsAt, endsAt }) => (endsAt - startsAt) / dayMs);
      expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 48 }, (_, number) => number));
      expect(all.slice(1).map(({ startsAt }) => startsAt)).toEqual(
        all.slice(0, -1).map(({ endsAt }) => endsAt),
      );
      expect([zone, Math.min(...lengths) > 26, Math.max(...lengths) < 33]).toEqual([zone, true, true]);
    }
});

test("periods begin at any number", () => {
  const anchor = { date: "2024-02-29", zone: "Australia/Lord_Howe" };
  expect(periods(anchor, 7, 3)).toEqual(periods(anchor, 0, 10).slice(7));
  expect(periods(anchor, 7, 0)).toEqual([]);
});

test("time zones are names and offsets, and Temporal takes all of them", () => {
  const zones = [
    ...Intl.supportedValuesOf("timeZone"),
    "UTC",
    "Etc/GMT+12",
    "-12:00",
    "+05:45",
    "europe/prague",
  ];
  for (const zone of zones) {
    expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
    expect(periodStart({ date: "2026-11-30", zone }, 0)).toBeNumber();
  }
  for (const zone of ["", "Europe/Nowhere", "2026-11-30T00:00[Europe/Prague]", "+25:00", "Z[UTC]", "\0"])
    expect([zone, isTimeZone(zone)]).toEqual([zone, false]);
});
