import { expect, setSystemTime, test } from "bun:test";
import {
  bytes,
  clock,
  count,
  day,
  masked,
  milliseconds,
  moment,
  money,
  recently,
  share,
  title,
} from "./format.ts";

test("counts have thousands separators", () => {
  expect([0, 999, 1000, 1234567].map(count)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

test("money has no cents", () => {
  expect([0, 99.5, 10400].map(money)).toEqual(["$0", "$100", "$10,400"]);
});

test("times are in UTC", () => {
  const time = "2026-01-02T03:04:05+02:00";
  expect(day(time)).toBe("2 Jan 2026");
  expect(clock(time)).toBe("01:04:05");
  expect(clock(time, false)).toBe("01:04");
  expect(moment(time)).toBe("2 Jan 2026, 01:04:05");
});

test("the day is shown unless it is today", () => {
  setSystemTime(new Date("2026-11-21T21:20:05Z"));
  expect(recently("2026-11-21T00:00:09Z")).toBe("00:00:09");
  expect(recently("2026-11-21T00:00:09Z", false)).toBe("00:00");
  expect(recently("2026-11-20T23:59:59Z")).toBe("20 Nov 2026, 23:59");
  setSystemTime();
});

test.each([
  [0.04, "0.0 ms"],
  [9.96, "10.0 ms"],
  [10, "10 ms"],
  [9999, "9999 ms"],
  [12_340, "12.3 s"],
])("%p ms", (value, words) => {
  expect(milliseconds(value)).toBe(words);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1000, "1.0 kB"],
  [12_345, "12 kB"],
  [9_990_000, "10.0 MB"],
  [2_500_000_000_000_000, "2500 TB"],
])("%p bytes", (value, words) => {
  expect(bytes(value)).toBe(words);
});

test.each([
  [1, 3, "33.3%"],
  [1, 2, "50%"],
  [0, 5, "0%"],
  [0, 0, "none"],
])("%p of %p", (part, whole, words) => {
  expect(share(part, whole)).toBe(words);
});

test("a masked key shows its ends, a short one nothing", () => {
  expect(masked("vgk_aaaaaaaaaaaaaaaaaaaa11111")).toBe("vgk_aaaa…11111");
  expect(masked("vgk_mistyped")).toBe("…");
});

test.each([
  ["HONDA", "Honda"],
  ["LAND ROVER/JAGUAR (UK)", "Land Rover/Jaguar (Uk)"],
  ["McLaren", "McLaren"],
  ["", ""],
])("the title of %p", (text, shown) => {
  expect(title(text)).toBe(shown);
});
