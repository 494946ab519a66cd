import { expect, test } from "bun:test";
import { periodAt } from "./quota.ts";

const at = (text: string) => Date.parse(text);
const period = (renewal: "day" | "week" | "month" | "lifetime", moment: string) => {
  const { start, end } = periodAt(renewal, at(moment));
  return [new Date(start).toISOString(), end === undefined ? undefined : new Date(end).toISOString()];
};

test("days and months are in UTC", () => {
  expect(period("day", "2026-11-21T23:59:59.999Z")).toEqual([
    "2026-11-21T00:00:00.000Z",
    "2026-11-22T00:00:00.000Z",
  ]);
  expect(period("day", "2026-11-22T00:00:00Z")[0]).toBe("2026-11-22T00:00:00.000Z");
  expect(period("month", "2026-12-31T12:00:00Z")).toEqual([
    "2026-12-01T00:00:00.000Z",
    "2027-01-01T00:00:00.000Z",
  ]);
  expect(period("month", "2028-02-29T12:00:00Z")).toEqual([
    "2028-02-01T00:00:00.000Z",
    "2028-03-01T00:00:00.000Z",
  ]);
});

test("weeks begin on Monday", () => {
  const week = ["2026-11-16T00:00:00.000Z", "2026-11-23T00:00:00.000Z"];
  expect(period("week", "2026-11-16T00:00:00Z")).toEqual(week);
  expect(period("week", "2026-11-22T23:59:59Z")).toEqual(week);
  expect(period("week", "1970-01-01T00:00:00Z")[0]).toBe("1969-12-29T00:00:00.000Z");
});

test("a lifetime does not end", () => {
  expect(periodAt("lifetime", at("2026-11-21T00:00:00Z"))).toEqual({ start: 0, end: undefined });
});
