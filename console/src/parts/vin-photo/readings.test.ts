import { expect, test } from "bun:test";
import { attemptsMax } from "./attempts.ts";
import { LiveReadings } from "./readings.ts";

const vin = "1HGCM82633A004352";
const label = { kind: "Code39", text: `I${vin}` } as const;
const part = { kind: "Code128", text: "7391002200417" } as const;

test("a VIN of the camera is found when it was read twice, and once", () => {
  const readings = new LiveReadings();
  const found = [[label], [], [label], [label]].map((barcodes) => readings.add(barcodes).found);
  expect(found).toEqual([[], [], [{ vin, barcode: label }], []]);
});

test("without a VIN the dialog shows what to do, and what was read", () => {
  const readings = new LiveReadings();
  const results = Array.from({ length: 60 }, (_, at) => readings.add(at === 3 ? [part] : []));
  expect(results.flatMap(({ isOverdue }, at) => (isOverdue ? [at] : []))).toEqual([29, 59]);
  expect(results[29]?.texts).toEqual([part.text]);
  expect(new LiveReadings().add([label]).texts).toEqual([]);
});

test("pictures of the camera are read in every way, each second one as it is", () => {
  const readings = new LiveReadings();
  const ways = Array.from({ length: 2 * attemptsMax }, () => {
    const way = readings.nextWay();
    readings.add([]);
    return way;
  });
  expect(ways.filter((_, at) => at % 2 === 0)).toEqual(Array.from({ length: attemptsMax }, () => 0));
  expect(new Set(ways).size).toBe(attemptsMax);
});
