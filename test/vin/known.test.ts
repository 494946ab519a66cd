import { expect, test } from "bun:test";
import type { Decode } from "../../src/vin/answer/describe.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });

function decoded(vin: string, year?: number): Decode {
  const decode = decoder.decode(vin, year);
  if (typeof decode === "string") throw new Error(`${vin} is ${decode}`);
  return decode;
}

test("known vehicles decode as expected", () => {
  const cases: [string, number, string, string][] = [
    ["1HGCM82633A004352", 2003, "HONDA", "Accord"],
    ["5YJ3E1EA7KF317000", 2019, "TESLA", "Model 3"],
    ["1FTFW1ET5DFC10312", 2013, "FORD", "F-150"],
    ["1HD1KB4197Y722798", 2007, "HARLEY-DAVIDSON", "Street Glide"],
    ["1XPVD09X4BD116967", 2011, "PETERBILT", "384"],
    ["2XKHAN8X1AM273634", 2010, "KENWORTH", "T3 Series"],
    ["1M8GDM9AXKP042788", 1989, "MOTOR COACH INDUSTRIES", "102C3 Intercity"],
  ];
  const found = cases.map(([vin]) => {
    const { year, make, model } = decoded(vin);
    return [vin, year, make, model];
  });
  expect(found).toEqual(cases);
});

test("suggested VINs mark a bad position and list its possible characters", () => {
  const cases: [string, string, string][] = [
    ["1GMCBY304YF751043", "1GMCB!3!4YF751043", "(6:012)(8:1456789ACEFGHJKLMRTUVWXZ)"],
    ["19UKA96561K952571", "19UKA96561!952571", "(11:ABCEGHLSTU)"],
    ["5LM0EL0Y9WV589370", "5LM!E!!Y9WV589370", "(4:ABCDEFGHJKLMNPRSTUVWXYZ)(6:0123456789)(7:124578)"],
    ["1HGCM82633A004352", "", ""],
  ];
  const found = cases.map(([vin]) => [vin, decoded(vin).suggestedVin, decoded(vin).possibleValues]);
  expect(found).toEqual(cases);
  // Our rules state nothing for a foreign code's VIN of which several positions are unknown.
  const foreign = "J8DZ4B3C8HL894867";
  const vpic = createDecoder(decoder.pack, { currentYear: testYear, years: "vpic" }).decode(foreign);
  if (typeof vpic === "string") throw new Error(vpic);
  expect([vpic.suggestedVin, vpic.possibleValues, decoded(foreign).suggestedVin]).toEqual([
    "J8D!4B3!8H!894867",
    "(4:ABCDEFGHJKLMNPRSTUV)(8:2AHJKNPRSUX)(11:378EFJMV)",
    "",
  ]);
});

test("reduced data report only error codes that they get right", () => {
  const cases: [string, number[] | "unknown"][] = [
    // The data cannot prove that there is no error, only that none was found.
    ["1HGCM82633A004352", "unknown"],
    ["1HGCM82643A004352", [1]],
    ["1GMCBY304YF751043", "unknown"],
    ["5UXWX7C5*BA", [6]],
    ["1HGCM82633AO04352", [1, 400]],
    ["1HGCM82630A004352", [1, 11, 400]],
    ["1HGCM8263UA004352", [1, 11, 400]],
  ];
  expect(cases.map(([vin]) => [vin, decoded(vin).errorCodes])).toEqual(cases);
});

test("a partial VIN with stars decodes", () => {
  const { vin, make, model, year, descriptor, warnings } = decoded("5UXWX7C5*BA");
  expect({ vin, make, model, year, descriptor, warnings }).toEqual({
    vin: "5UXWX7C5*BA",
    make: "BMW",
    model: "X3",
    year: 2011,
    descriptor: "5UXWX7C5*BA",
    warnings: [
      "The VIN is incomplete: 11 of 17 characters.",
      "The engine's capacity is converted from its size in liters, which is rounded.",
    ],
  });
});

test("a caller's year is decoded and reported if the VIN differs", () => {
  const { year, errorCodes } = decoded("1HGCM82633A004352", 2005);
  expect({ year, errorCodes }).toEqual({ year: 2005, errorCodes: [12] });
  // If no pattern covers the year given, the VIN's own year is used.
  const tesla = decoded("5YJ3E1EA7KF317000", 1989);
  expect([tesla.year, tesla.errorCodes]).toEqual([2019, [1, 12]]);
});

test("a small manufacturer's code and descriptor have two parts", () => {
  const { descriptor } = decoded("4S9AB1AB0YA520001");
  expect(descriptor).toBe("4S9AB1AB*YA520");
});

test("each element names its decision", () => {
  const { elements } = decoded("2XKHAN8X1AM273634");
  const of = (id: number) => elements.filter((element) => element.id === id);
  expect(
    [of(9), of(26), of(39), of(11), of(64)]
      .flat()
      .map(({ name, value, decidedBy, key }) => [name, value, decidedBy, key]),
  ).toEqual([
    ["Engine Number of Cylinders", "6", "pattern", "**N"],
    ["Make", "KENWORTH", "model", "H"],
    ["Vehicle Type", "TRUCK", "manufacturer", ""],
    ["Displacement (CC)", "8300.0", "conversion", ""],
    ["Engine Configuration", "In-Line", "engine", "**N"],
  ]);
});
