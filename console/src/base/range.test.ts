import { expect, test } from "bun:test";
import { granularityOf, momentOf, rangeOf } from "./range.ts";

const now = Date.UTC(2026, 10, 21, 21, 20, 5);

test.each([
  ["2026-11-20", false, "2026-11-20T00:00:00.000Z"],
  ["2026-11-20", true, "2026-11-20T23:59:59.999Z"],
  ["2026-11-20 08:30", false, "2026-11-20T08:30:00.000Z"],
  ["2026-11-20 08:30", true, "2026-11-20T08:30:59.999Z"],
  ["2h ago", false, "2026-11-21T19:20:05.000Z"],
  ["30m", false, "2026-11-21T20:50:05.000Z"],
  ["now", true, "2026-11-21T21:20:05.000Z"],
] as const)("parses %p", (typed, end, moment) => {
  expect(momentOf(typed, now, end)?.toISOString()).toBe(moment);
});

test.each(["", "yesterday", "2026-13-01", "21.11.2026"])("rejects %p", (typed) => {
  expect(momentOf(typed, now, false)).toBeUndefined();
});

test("days that no calendar has, and times that no clock shows, are none", () => {
  const read = (typed: string) => momentOf(typed, now, false)?.toISOString();
  const none = ["2026-02-30", "2025-02-29", "2026-13-01", "2026-11-21 25:00", "2026-11-21 12:60", "202612"];
  expect(none.map(read)).toEqual(none.map(() => undefined));
  expect(["2024-02-29", "2026-11-21 08:05"].map(read)).toEqual([
    "2024-02-29T00:00:00.000Z",
    "2026-11-21T08:05:00.000Z",
  ]);
});

test("an address holds a preset or two times", () => {
  expect(rangeOf({}, "1h", now)).toEqual({
    from: new Date(now - 3_600_000),
    to: new Date(now),
    words: "Last hour",
  });
  expect(rangeOf({ from: "2026-11-20", to: "2026-11-20" }, "1h", now).words).toBe(
    "20 Nov 2026, 00:00 to 23:59",
  );
  expect(rangeOf({ from: "2026-11-22", to: "2026-11-20" }, "7d", now).words).toBe("Last 7 days");
  expect(rangeOf({ range: "today" }, "1h", now).from).toEqual(new Date("2026-11-21T00:00:00Z"));
});

test("the granularity follows from the range", () => {
  expect(granularityOf(rangeOf({ range: "1h" }, "1h", now))).toBe("minute");
  expect(granularityOf(rangeOf({ range: "today" }, "1h", now))).toBe("hour");
  expect(granularityOf(rangeOf({ range: "30d" }, "1h", now))).toBe("day");
  expect(granularityOf(rangeOf({ range: "365d" }, "1h", now))).toBe("week");
});
