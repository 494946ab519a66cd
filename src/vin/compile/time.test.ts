import { expect, test } from "bun:test";
import { dayOf, microsOf, secondsOf } from "./time.ts";

test("times of both spellings", () => {
  const cases: [string, number, number][] = [
    ["2015-03-04 10:33:34.057000", Date.UTC(2015, 2, 4, 10, 33, 34) / 1000, 57000],
    ["2026-03-12T04:06:32.436Z", Date.UTC(2026, 2, 12, 4, 6, 32) / 1000, 436000],
    ["2016-02-29 00:00:00", Date.UTC(2016, 1, 29) / 1000, 0],
    ["", 0xffffffff, 0],
  ];
  expect(cases.map(([text]) => [text, secondsOf(text), microsOf(text)])).toEqual(cases);
});

test("days since 1970", () => {
  expect([dayOf("1970-01-01"), dayOf("2000-03-01")]).toEqual([0, Date.UTC(2000, 2, 1) / 86_400_000]);
});
