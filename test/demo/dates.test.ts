import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { datedSet, demoFolder, readDemoSet } from "../../src/vehicles/imports/demo/demo-set.ts";
import { shiftDates } from "../../src/vehicles/imports/demo/shift-dates.ts";

async function shifted(days: number, ...pieces: string[]): Promise<string> {
  async function* utf8() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const made: Buffer[] = [];
  for await (const piece of shiftDates(utf8(), days)) made.push(piece);
  return Buffer.concat(made).toString();
}

describe("the dates of a demo set", () => {
  const set = { ...readDemoSet(), until: "2026-11-01" };

  test("no month is loaded before its end", () => {
    expect(datedSet(set, Date.UTC(2026, 10, 30, 23)).days).toBe(0);
    expect(datedSet(set, Date.UTC(2026, 11, 1)).days).toBe(30);
    expect(datedSet(set, Date.UTC(2026, 9, 31, 23, 59)).days).toBe(-31);
  });

  test("the version names the month and how the set was made", () => {
    expect(datedSet({ ...set, edition: 7, vin_data: "vPIC x" }, Date.UTC(2027, 1, 3)).version).toBe(
      "2027-02, seed 1, 2400 vehicles, edition 7, vPIC x",
    );
  });

  test("dates in both forms move, but not inside words", async () => {
    expect(await shifted(30, '{"a":"2024-02-28 15:53:00+00:00","b":"Dec 5, 2024"}\n')).toBe(
      '{"a":"2024-03-29 15:53:00+00:00","b":"Jan 4, 2025"}\n',
    );
    const others =
      '{"vin":"5J6RW2H59JL990075","part":"DEMO-51779-451","phone":"804-555-0175","plate":"12024-01-01"}';
    expect(await shifted(30, others)).toBe(others);
  });

  test("a date split across two chunks moves too", async () => {
    expect(await shifted(1, '["2024-0', '1-31"]\n["May 3', '1, 2024"]')).toBe(
      '["2024-02-01"]\n["Jun 1, 2024"]',
    );
  });

  test("after a shift of a year every date is before the new end", async () => {
    const found: string[] = [];
    for (const family of Object.keys(set.families)) {
      const packed = await Bun.file(join(demoFolder, `${family}.ndjson.zst`)).bytes();
      const text = await shifted(365, Bun.zstdDecompressSync(packed).toString());
      for (const [date] of text.matchAll(/\d{4}-\d\d-\d\d|[A-Z][a-z]{2} \d{1,2}, \d{4}/g)) found.push(date);
    }
    expect(found.length).toBeGreaterThan(50_000);
    const end = Date.parse(set.until) + 365 * 86_400_000;
    expect(found.filter((date) => Date.parse(date) > end)).toEqual([]);
  });
});
