import { expect, test } from "bun:test";
import { bucketLabel, granularityOf, presets, rangeOf } from "./range.ts";

const time = "2026-11-21T08:30:00Z";
const now = Date.UTC(2026, 10, 21, 21, 20, 5);

test.each([
  ["minute", "08:30"],
  ["hour", "21 Nov 08:30"],
  ["day", "21 Nov"],
  ["week", "21 Nov"],
  ["month", "Nov 2026"],
] as const)("the label of a %p", (granularity, label) => {
  expect(bucketLabel(time, granularity)).toBe(label);
});

test.each(presets)("the preset $name ends now", ({ name, words }) => {
  const range = rangeOf({ range: name }, "1h", now);
  expect([range.words, range.to.getTime()]).toEqual([words, now]);
});

test("an unknown preset is an hour", () => {
  expect(rangeOf({ range: "forever" }, "7d", now).words).toBe("Last hour");
});

test("a range over two days names both", () => {
  expect(rangeOf({ from: "2026-11-20 08:00", to: "2026-11-21" }, "1h", now).words).toBe(
    "20 Nov 2026, 08:00 to 21 Nov 2026, 23:59",
  );
});

test("a very long range has months", () => {
  expect(granularityOf({ from: new Date(now - 900 * 86_400_000), to: new Date(now), words: "" })).toBe(
    "month",
  );
});
