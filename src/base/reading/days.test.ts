import { expect, test } from "bun:test";
import { dayForms, readDayText, readMoment } from "./days.ts";

const years = { from: "1900-01-01", until: "2027-12-31" };
const shown = (text: string) =>
  [...new Set(dayForms.map((form) => readMoment(text, form, years)).filter((one) => one !== undefined))].join(
    " or ",
  ) || "none";

test.each([
  ["2024-02-13", "2024-02-13"],
  ["2024-02-13T08:00:00Z", "2024-02-13T08:00:00Z"],
  ["2024-02-13 08:00", "2024-02-13T08:00:00Z"],
  ["2024-02-13T08:00:00.123+02:00", "2024-02-13T06:00:00Z"],
  ["2024-02-13 01:00 -0530", "2024-02-13T06:30:00Z"],
  ["2024-02-13 25:00", "none"],
  ["2024-02-13 12:61", "none"],
  ["2024-02-13 24:00", "2024-02-14T00:00:00Z"],
  ["20240213", "2024-02-13"],
  ["202402", "none"],
  ["20241302", "none"],
  ["2024/2/3", "2024-02-03"],
  ["2026. 10. 18.", "2026-10-18"],
  ["2024-02/03", "none"],
  ["2024-02-30", "none"],
  ["2023-02-29", "none"],
  ["2024-02-29", "2024-02-29"],
  ["0024-02-03", "none"],
  ["2031-01-01", "none"],
  ["46313", "2026-10-18"],
  ["46313.5", "2026-10-18T12:00:00Z"],
  ["46313.0", "2026-10-18"],
  ["29220", "none"],
  ["99999", "none"],
  ["1792281600", "2026-10-18T00:00:00Z"],
  ["Oct 18, 2026", "2026-10-18"],
  ["October 18th, 2026 3:05 PM", "2026-10-18T15:05:00Z"],
  ["Oct 18, 2026 12:00 AM", "2026-10-18T00:00:00Z"],
  ["Oct 18, 2026 13:00 PM", "none"],
  ["18-Oct-26", "2026-10-18"],
  ["18OCT2026", "2026-10-18"],
  ["Fri, 18 Oct 2026 10:00:00 GMT", "2026-10-18T10:00:00Z"],
  ["18. Okt. 2026", "2026-10-18"],
  ["18. März 2026", "2026-03-18"],
  ["18 août 2026", "2026-08-18"],
  ["18 de octubre de 2026", "2026-10-18"],
  ["18 мая 2026 г.", "2026-05-18"],
  ["18 listopada 2026", "none"],
  ["18 Smarch 2026", "none"],
  ["18 Oct Nov 2026", "none"],
  ["令和8年10月18日", "2026-10-18"],
  ["平成元年1月8日", "1989-01-08"],
  ["H30.1.2", "2018-01-02"],
  ["2026年10月18日", "2026-10-18"],
  ["2026년 10월 18일", "2026-10-18"],
  ["26. 10. 18.", "2026-10-18"],
  ["13.02.24", "2024-02-13"],
  ["03.02.2024", "2024-02-03"],
  ["18.10.2026, 14:05", "2026-10-18T14:05:00Z"],
  ["31/12/69", "1969-12-31"],
  ["13/02/2024", "2024-02-13"],
  ["02/13/2024", "2024-02-13"],
  ["1/6/20", "2020-06-01 or 2020-01-06"],
  ["01/06/20", "2020-06-01 or 2020-01-06 or 2001-06-20"],
  ["31/31/2024", "none"],
  ["5/5/1999", "1999-05-05"],
  ["soon", "none"],
  ["n/a", "none"],
  ["Q3 2024", "none"],
  ["2024", "none"],
  ["2025-W53-1", "none"],
  ["2026-W53-1", "2026-12-28"],
])("%p is %s", (text, read) => expect(shown(text)).toBe(read));

test("an hour of a day is no count of seconds", () =>
  expect(["2026101814", "1792332300"].map((text) => readMoment(text, "day_first"))).toEqual([
    undefined,
    "2026-10-18T14:05:00Z",
  ]));

test("a day is that of UTC", () =>
  expect(readDayText("2024-02-13 23:00-02:00", "day_first", years)).toBe("2024-02-14"));

test("times without a zone are those of the zone that is named", () => {
  const read = (text: string) => readMoment(text, "day_first", { ...years, zone: "Europe/Berlin" });
  expect(read("18.10.2026 14:05")).toBe("2026-10-18T12:05:00Z");
  expect(read("18.01.2026 14:05")).toBe("2026-01-18T13:05:00Z");
  expect(read("2026-01-18 14:05Z")).toBe("2026-01-18T14:05:00Z");
  // Clocks showed 2:30 twice in that night; the first one is taken.
  expect(read("25.10.2026 02:30")).toBe("2026-10-25T00:30:00Z");
  expect(read("18.10.2026")).toBe("2026-10-18");
});

test("days do not depend on the zone of the machine", () => {
  const before = process.env.TZ;
  process.env.TZ = "Pacific/Auckland";
  try {
    expect(shown("Oct 18, 2026")).toBe("2026-10-18");
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
