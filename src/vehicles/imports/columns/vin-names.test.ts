import { expect, test } from "bun:test";
import { testPack } from "../../../../test/vin/shared-pack.ts";
import { checkDigit } from "../../../vin/check-digit.ts";
import { namesOfVins, takeNames } from "./vin-names.ts";

const vinOf = (open: string) => `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
const beginnings = ["1HGCM82603A", "JA32U8FW0AU", "1FTFW1ET0EF", "5J6RW2H50JL", "WBA3A5C50CF", "JKAEXVD10AA"];
const serials = ["000001", "A00001", "987654", "12345A", "00000B"];

test("names do not depend on the VINs before", async () => {
  const pack = await testPack();
  const names = namesOfVins(pack, 2026);
  const vins = beginnings.flatMap((begun) => serials.map((serial) => vinOf(begun + serial)));
  const pairOf = (vin: string) => [vin, names(vin, 2014)] as const;
  const before = vins.map(pairOf);
  expect(vins.map(pairOf)).toEqual(before);
  expect(vins.map((vin) => [vin, namesOfVins(pack, 2026)(vin, 2014)] as const)).toEqual(before);
  expect(before.filter(([, found]) => found !== undefined).length).toBeGreaterThan(serials.length);
});

test("the file's year decides between two that a VIN can mean", async () => {
  const names = namesOfVins(await testPack(), 2026);
  const pickup = vinOf("1FTFW1ET0EFC00001");
  expect([0, 2014, 2013].map((year) => names(pickup, year)?.year)).toEqual([undefined, 2014, 2014]);
  expect(names("1HGCM82633A004352", 0)?.year).toBe(2003);
});

test("spellings and unknown names are no differences", () => {
  const ofVin = { year: 2018, make: "CHEVROLET", model: "CR-V", trim: "EX" };
  expect(takeNames({ year: 0, make: "chevy", model: "cr v", trim: "" }, ofVin)).toEqual({
    names: ofVin,
    warnings: [],
  });
  expect(
    takeNames({ year: 2018, make: "Chevrolet", model: "CRV", trim: "LX" }, { ...ofVin, trim: "" }),
  ).toEqual({
    names: { ...ofVin, trim: "LX" },
    warnings: [],
  });
});
