import { expect, test } from "bun:test";
import { dataAge, dataAgeText } from "./data-age.ts";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const text = (version: string, day: string) => dataAgeText({ version }, at(day));

test("an age is said in days, and from two months on in months", () => {
  expect(text("2026-03", "2026-11-29")).toBe("of March 2026, 8 months old");
  expect(text("2026-11", "2026-11-29")).toBe("of November 2026, 28 days old");
  expect(text("2026-11", "2026-11-02")).toBe("of November 2026, 1 day old");
  expect(text("2026-10", "2026-11-29")).toBe("of October 2026, 59 days old");
  expect(text("2025-12", "2026-02-01")).toBe("of December 2025, 2 months old");
});

test("data of a month that has not begun are not older than 0 days", () => {
  expect(dataAge({ version: "2026-12" }, at("2026-11-29"))).toEqual({
    since: Date.UTC(2026, 11),
    days: 0,
    months: 0,
  });
});

test("a version without a month has no age", () => {
  for (const version of ["", "2026", "2026-13", "12026-01", "2026-011"])
    expect([version, dataAge({ version }, at("2026-11-29"))]).toEqual([version, undefined]);
  expect(text("", "2026-11-29")).toBe("of an unknown month");
});
