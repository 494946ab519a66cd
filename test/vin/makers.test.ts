import { expect, test } from "bun:test";
import { createDecoder } from "../../src/vin/decoder.ts";
import { answerOf, compareMakers } from "./agreement-makers.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });

test("makers outside North America, as lists name them that the table is not made from", () => {
  const { three, two } = compareMakers(decoder);
  expect(three.wrong).toEqual([]);
  expect([three.codes, two.codes]).toEqual([219, 137]);
  expect(three.maker / three.codes).toBeGreaterThanOrEqual(0.95);
  expect(two.maker / two.codes).toBeGreaterThanOrEqual(0.85);
});

test("makers of whole countries", () => {
  const codes = ["MBL", "LVS", "MB1", "VSK", "936", "XLR", "NAS", "LZY", "MEX", "XW8"];
  expect(codes.map((code) => answerOf(decoder, code))).toEqual([
    ["HERO", "Hero MotoCorp"],
    ["FORD", "Changan Ford"],
    ["ASHOK LEYLAND", "Ashok Leyland"],
    ["NISSAN", "Nissan Motor Ibérica"],
    ["PEUGEOT", "Peugeot do Brasil"],
    ["DAF", "DAF Trucks"],
    ["SAIPA", "Saipa"],
    ["YUTONG", "Zhengzhou Yutong"],
    // Each builds several makes.
    ["", "Škoda Auto Volkswagen India"],
    ["", "Volkswagen Group Rus"],
  ]);
});
