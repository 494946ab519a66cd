import { expect, test } from "bun:test";
import { saleRecords } from "./saleshistory.ts";

test("the odometer of a sale is in miles, also if only kilometers are recorded", () => {
  const of = (values: { odometer_mi?: number; odometer_km?: number }) =>
    saleRecords.eventOf({ data: {} }, values).odometer;
  expect(of({ odometer_mi: 51_200, odometer_km: 1 })).toBe(51_200);
  expect(of({ odometer_km: 100_000 })).toBe(62_137);
  expect(of({})).toBeUndefined();
});
