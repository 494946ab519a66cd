import { expect, test } from "bun:test";
import { readingsOfAuctions, readingsOfInspections, readingsOfSales } from "./of-records.ts";

const auction = (Odometer?: string, title: object = {}, day = "2024-03-02") => ({
  "title-and-condition": title,
  "technical-specs": { ...(Odometer !== undefined && { Odometer }) },
  "sale-date-location": { "Auction Date": day },
});

const auctions: readonly (readonly [record: object, ...reading: unknown[]])[] = [
  [auction("51,200 mi"), 51_200, "mi", "counted"],
  [auction("51200"), 51_200, "mi", "counted"],
  [auction("81,000 km"), 81_000, "km", "counted"],
  [auction("97.303 km"), 97_303, "km", "counted"],
  [auction("51,200 mi (NOT ACTUAL)"), 51_200, "mi", "not_actual"],
  [auction("51,200 mi (Actual)"), 51_200, "mi", "counted"],
  [auction("51,200 mi (EXCEEDS MECHANICAL LIMITS)"), 51_200, "mi", "not_actual"],
  [auction("51,200 mi", { "Title Description": "Clear. No odometer discrepancy" }), 51_200, "mi", "counted"],
  [auction("51,200 mi", { Common: "Odometer discrepancy: none" }), 51_200, "mi", "counted"],
  [auction("51,200 mi", { Common: "Odometer discrepancy" }), 51_200, "mi", "not_actual"],
  [auction("51,200 mi", { Common: "The odometer has been replaced" }), 51_200, "mi", "replaced"],
  [auction("TMU"), null, "mi", "not_actual"],
  [auction("Exempt"), null, "mi", "exempt"],
  [auction("51,200 mi", { "Title Description": "Odometer replaced" }), 51_200, "mi", "replaced"],
  [auction("51,200 mi", { Common: "Exempt from smog" }), 51_200, "mi", "counted"],
  [auction("51,200 mi", {}, "soon"), 51_200, "mi", "undated"],
];

for (const [record, ...expected] of auctions)
  test(`an auction: ${JSON.stringify(record)}`, () => {
    expect(readingsOfAuctions([record]).map(({ value, unit, status }) => [value, unit, status])).toEqual([
      expected,
    ] as never);
  });

test("records without a value, and what is no list of records, have no readings", () => {
  const empty = [auction(), auction(""), auction("0 mi"), auction("$12"), auction("N/A")];
  expect([readingsOfAuctions(empty), readingsOfAuctions(null), readingsOfAuctions([null, 1])]).toEqual([
    [],
    [],
    [],
  ]);
  expect(readingsOfSales([{ data: {} }, { data: { odometer_mi: "0" } }, {}])).toEqual([]);
});

test("a sale is in miles, or in kilometers if it has none", () => {
  const sale = (data: object, post_date = "2024-03-02 10:00:00+00:00") => ({ post_date, data });
  const readings = readingsOfSales([
    sale({ odometer_mi: "96,202", odometer_km: "154,822" }),
    sale({ odometer_mi: "", odometer_km: "154,822" }),
    sale({ odometer_mi: "96202", title_record: "Not Actual Mileage" }, ""),
    sale({ odometer_mi: "96202", sale_date: "2024-04-01" }, ""),
  ]);
  expect(readings.map(({ date, value, unit, status }) => [date, value, unit, status])).toEqual([
    ["2024-03-02", 96_202, "mi", "counted"],
    ["2024-03-02", 154_822, "km", "counted"],
    [null, 96_202, "mi", "undated"],
    ["2024-04-01", 96_202, "mi", "counted"],
  ]);
});

test("an inspection is in the unit of its member, and its note has remarks", () => {
  const readings = readingsOfInspections([
    { date: "2024-03-02", odometer_km: "81,000", result: "failed" },
    { date: "2024-03-02", odometer_km: "81000", odometer_mi: "50331" },
    { date: "", odometer_mi: "50331" },
    { date: "2024-03-02", odometer_km: "12", note: "The odometer was replaced" },
    { date: "2024-03-02", odometer_km: "", note: "Rust" },
  ]);
  expect(readings.map(({ date, value, unit, status }) => [date, value, unit, status])).toEqual([
    ["2024-03-02", 81_000, "km", "counted"],
    ["2024-03-02", 50_331, "mi", "counted"],
    [null, 50_331, "mi", "undated"],
    ["2024-03-02", 12, "km", "replaced"],
  ]);
  expect(new Set(readings.flatMap(({ sources }) => sources))).toEqual(new Set(["inspection"]));
});
