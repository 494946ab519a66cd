import { expect, test } from "bun:test";
import { z } from "zod";
import { checkInput, requireIssue } from "../../../test/check-input.ts";

const moment = z.iso.datetime();
const day = z.iso.date();

const moments: readonly [input: unknown, value: string][] = [
  ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.000Z"],
  ["2024-01-01", "2024-01-01T00:00:00.000Z"],
  ["2024-01-01T10:20", "2024-01-01T10:20:00.000Z"],
  ["2024-01-01t10:20:30z", "2024-01-01T10:20:30.000Z"],
  ["2024-01-01 10:20:30,5+05:30", "2024-01-01T04:50:30.500Z"],
  ["2024-01-01_10:20:30.123456789-0530", "2024-01-01T15:50:30.123Z"],
  ["2024-01-01T10:20:30−01:00", "2024-01-01T11:20:30.000Z"],
  ["0001-01-01", "0001-01-01T00:00:00.000Z"],
  ["2000-02-29", "2000-02-29T00:00:00.000Z"],
  [1700000000, "2023-11-14T22:13:20.000Z"],
  [1700000000000, "2023-11-14T22:13:20.000Z"],
  [-1.5, "1969-12-31T23:59:58.500Z"],
];

for (const [input, value] of moments) {
  test(`takes the date-time ${input}`, () => {
    expect(checkInput(moment, input)).toEqual({ value });
  });
}

const extra = "unexpected extra characters at the end of the input";

// The date's fault is reported, as in the framework.
const momentFaults: readonly [input: string, error: string][] = [
  ["", "input is too short"],
  ["yesterday", "input is too short"],
  ["2024-1-1", "input is too short"],
  ["20240101", "input is too short"],
  ["1700000000", "invalid date separator, expected `-`"],
  ["2024-01/01", "invalid date separator, expected `-`"],
  ["not-a-date-at-all", "invalid character in year"],
  ["2024-0x-01", "invalid character in month"],
  ["2024-01-0x", "invalid character in day"],
  ["2024-13-01T00:00:00", "month value is outside expected range of 1-12"],
  ["2023-02-29", "day value is outside expected range"],
  ["2024-01-01T25:00:00", extra],
  ["2024-01-01T00:00:00 00:00", extra],
  ["2024-01-01T00:00:00Zx", extra],
];

for (const [input, error] of momentFaults) {
  test(`refuses the date-time ${JSON.stringify(input)}`, () => {
    const msg = `Input should be a valid datetime or date, ${error}`;
    expect(requireIssue(moment, input)).toEqual({
      type: "datetime_from_date_parsing",
      loc: [],
      msg,
      ctx: { error },
    });
  });
}

const unix = "are not supported as unix timestamps";

for (const [input, error] of [
  ["0000-01-01", "year 0 is out of range"],
  ["0000-01-01T00:00:00", "year 0 is out of range"],
  [-62_167_219_200_000, "year 0 is out of range"],
  [1e300, `dates after 9999 ${unix}`],
  [-1e15, `dates before 0000 ${unix}`],
] as const) {
  test(`refuses the date-time ${input}`, () => {
    const msg = `Input should be a valid datetime, ${error}`;
    expect(requireIssue(moment, input)).toEqual({ type: "datetime_parsing", loc: [], msg, ctx: { error } });
  });
}

test("a date-time is a text or a number", () => {
  for (const input of [null, true, [], {}]) expect(requireIssue(moment, input).type).toBe("datetime_type");
  expect(requireIssue(moment, null).msg).toBe("Input should be a valid datetime");
});

for (const [input, value] of [
  ["2024-01-31", "2024-01-31"],
  ["2024-01-31T00:00", "2024-01-31"],
  ["2024-01-31T00:00:00-05:30", "2024-01-31"],
  [86400, "1970-01-02"],
] as const) {
  test(`takes the date ${input}`, () => {
    expect(checkInput(day, input)).toEqual({ value });
  });
}

const dayFaults: readonly [input: string | number, error: string][] = [
  ["nope", "input is too short"],
  ["20240101", "input is too short"],
  ["2024-01-01x", "invalid datetime separator, expected `T`, `t`, `_` or space"],
  ["2024-01-01T0x:00", "invalid character in hour"],
  ["2024-01-01T00-00", "invalid time separator, expected `:`"],
  ["2024-01-01T00:0x", "invalid character in minute"],
  ["2024-01-01T00:00:0x", "invalid character in second"],
  ["2024-01-01T24:00", "hour value is outside expected range of 0-23"],
  ["2024-01-01T00:60", "minute value is outside expected range of 0-59"],
  ["2024-01-01T00:00:60", "second value is outside expected range of 0-59"],
  ["2024-01-01T00:00:00.Z", "second fraction digits missing after `.`"],
  ["2024-01-01T00:00:00x", "invalid timezone sign"],
  ["2024-01-01T00:00:00+5", "invalid timezone hour"],
  ["2024-01-01T00:00:00+05:", "invalid timezone minute"],
  ["2024-01-01T00:00:00+05:60", "timezone minute value is outside expected range of 0-59"],
  ["2024-01-01T00:00:00+24:00", "timezone offset must be less than 24 hours"],
  ["2024-01-01T00:00:00+05:00x", extra],
  [1e300, `dates after 9999 ${unix}`],
];

for (const [input, error] of dayFaults) {
  test(`refuses the date ${input}`, () => {
    const msg = `Input should be a valid date or datetime, ${error}`;
    expect(requireIssue(day, input)).toEqual({
      type: "date_from_datetime_parsing",
      loc: [],
      msg,
      ctx: { error },
    });
  });
}

test("a date has no time of day", () => {
  const msg = "Datetimes provided to dates should have zero time - e.g. be exact dates";
  for (const input of ["2024-01-01T10:00:00", 5]) {
    expect(requireIssue(day, input)).toEqual({ type: "date_from_datetime_inexact", loc: [], msg });
  }
});

test("a date is a text or a number, after the year 0", () => {
  expect(requireIssue(day, null)).toEqual({
    type: "date_type",
    loc: [],
    msg: "Input should be a valid date",
  });
  const error = "year 0 is out of range";
  const msg = `Input should be a valid date in the format YYYY-MM-DD, ${error}`;
  expect(requireIssue(day, "0000-01-01")).toEqual({ type: "date_parsing", loc: [], msg, ctx: { error } });
});
