import { expect, test } from "bun:test";
import { saleRecords } from "./saleshistory.ts";

test("the odometer of a sale is in miles, also if only kilometers are recorded", () => {
  const of = (data: object) => saleRecords.eventOf({ data }).odometer;
  expect(of({ odometer_mi: "51,200", odometer_km: "1" })).toBe(51_200);
  expect(of({ odometer_mi: "", odometer_km: "100,000" })).toBe(62_137);
  expect(of({ odometer_km: "" })).toBeUndefined();
});
