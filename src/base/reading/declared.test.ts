import { expect, test } from "bun:test";
import { startOfDay } from "./days.ts";
import { dayOfDigits, dayOfIso, isDay, monthOfIso, numberIn, plainCount, plainNumber } from "./declared.ts";
import { textOfBytes } from "./encodings.ts";
import { monthNames, monthOf } from "./month-names.ts";
import { storedAmount, storedDay, storedMoment, storedNumber } from "./stored-values.ts";

test("the calendar has the days that a clock has", () => {
  for (const year of [1899, 1900, 1999, 2000, 2023, 2024, 2100, 2200, 2201])
    for (let month = 0; month <= 13; month += 1)
      for (let date = 0; date <= 32; date += 1) {
        const at = new Date(Date.UTC(year, month - 1, date));
        const exists =
          at.getUTCMonth() === month - 1 && at.getUTCDate() === date && month >= 1 && month <= 12;
        expect([year, month, date, isDay(year, month, date)]).toEqual([
          year,
          month,
          date,
          exists && year >= 1900 && year <= 2200,
        ]);
      }
});

test.each([
  ["20140619", "2014-06-19", undefined, undefined],
  ["2014-06-19", undefined, "2014-06-19", undefined],
  ["2014-06-19T23:30:00.123-05:00", undefined, "2014-06-19", undefined],
  ["2014-06-19 +02:00", undefined, "2014-06-19", undefined],
  ["2014-06-19 or 20", undefined, undefined, undefined],
  ["2014-06", undefined, undefined, "2014-06"],
  ["2014-6", undefined, undefined, "2014-06"],
  ["202612", undefined, undefined, undefined],
  ["20140230", undefined, undefined, undefined],
  ["2014-02-30", undefined, undefined, undefined],
  ["2014-00", undefined, undefined, undefined],
])("%p as digits is %p, as ISO %p, as a month %p", (text, digits, iso, month) =>
  expect([dayOfDigits(text), dayOfIso(text), monthOfIso(text)]).toEqual([digits, iso, month]));

test.each([
  ["1234", 1234, 1234, "1234"],
  ["1,234", 1234, 1.234, "1234"],
  ["1.234", 1.234, 1234, undefined],
  ["1,234.50", 1234.5, undefined, undefined],
  ["1.234,50", undefined, 1234.5, undefined],
  ["-1", -1, -1, undefined],
  [".5", 0.5, undefined, undefined],
  [",5", undefined, 0.5, undefined],
  ["40,915.00", 40_915, undefined, "40915"],
  ["423.1904761904762", 423.1904761904762, undefined, undefined],
  ["0x10", undefined, undefined, undefined],
  ["1e3", undefined, undefined, undefined],
  ["Infinity", undefined, undefined, undefined],
  ["12,34", undefined, 12.34, undefined],
  ["", undefined, undefined, undefined],
  [" ", undefined, undefined, undefined],
])("%p is %p with a point, %p with a comma, the count %p", (text, point, comma, count) =>
  expect([plainNumber(text), numberIn(text, "1.234,56"), plainCount(text)]).toEqual([point, comma, count]));

test.each([
  ["2026-08-14", "2026-08-14", undefined],
  ["2026-08-14 15:20:00+00:00", "2026-08-14", Date.UTC(2026, 7, 14, 15, 20)],
  ["2026-08-14 23:20:00.064-05:00", "2026-08-14", Date.UTC(2026, 7, 15, 4, 20, 0, 64)],
  ["Aug 14, 2026", "2026-08-14", undefined],
  ["14. August 2026", "2026-08-14", undefined],
  ["Oct 18, 2026 3:05 PM", "2026-10-18", Date.UTC(2026, 9, 18, 15, 5)],
  ["46313", "2026-10-18", undefined],
  ["08/07/2026", undefined, undefined],
  ["13/07/2026", undefined, undefined],
  ["202612", undefined, undefined],
  ["Feb 30, 2026", undefined, undefined],
  ["soon", undefined, undefined],
])("%p of a record is the day %p and the moment %p", (text, day, at) =>
  expect([storedDay(text), storedMoment(text)]).toEqual([day, at]));

test("a stored number has its unit, and an amount its currency", () => {
  expect(
    ["44,292 mi", "44292mi.", "44,292", "44,292 km", "$44"].map((text) => storedNumber(text, ["mi"])),
  ).toEqual([44_292, 44_292, 44_292, undefined, undefined]);
  expect(
    ["$12,400", "USD 12,400.50", "$12k", "12,400", "€12,400"].map((text) => storedAmount(text, "USD")),
  ).toEqual([12_400, 12_400.5, 12_000, undefined, undefined]);
});

test("days do not depend on the machine's zone", () => {
  const script = `
    import { storedDay, storedMoment } from "${import.meta.dir}/stored-values.ts";
    import { readMoment } from "${import.meta.dir}/days.ts";
    const texts = ["Oct 18, 2026", "2026-10-18", "2026-10-18 08:00", "18 Oct 2026 08:00 PM", "46313.5"];
    console.log(JSON.stringify(texts.map((one) => [storedDay(one), storedMoment(one), readMoment(one, "day_first")])));`;
  const shown = ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"].map((TZ) =>
    Bun.spawnSync(["bun", "-e", script], { env: { ...process.env, TZ } }).stdout.toString(),
  );
  expect(shown[0]).toContain('["2026-10-18",null,"2026-10-18"]');
  expect(new Set(shown).size).toBe(1);
  expect(startOfDay("2026-10-18")).toBe(Date.UTC(2026, 9, 18));
});

test("English months, which are known at once, mean nothing else in any language", () => {
  const all = monthNames();
  const english = [...all.keys()].filter((name) =>
    /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(name),
  );
  expect(english.length).toBeGreaterThan(24);
  for (const name of english) expect([name, monthOf(name)]).toEqual([name, all.get(name)]);
});

test("a file's text is found in its bytes", () => {
  const text = "plate;state\nCafé 12;CA\n";
  const wide = Buffer.from(text, "utf16le");
  const marked = Buffer.from(`\uFEFF${text}`, "utf16le");
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    wide,
    marked,
    Buffer.from(marked).swap16(),
    Buffer.from(text, "latin1"),
  ])
    expect(textOfBytes(bytes)).toBe(text);
  expect(textOfBytes(Buffer.alloc(0))).toBe("");
});
