import { expect, test } from "bun:test";
import { makeKey, nameKey, plateKey } from "./names.ts";
import { nearestNames } from "./suggest.ts";

test("names compare without case, accents, spaces and punctuation", () => {
  for (const text of ["F-150", "f150", "F 150", "ｆ１５０", "F_150", "f.1-5/0"])
    expect(nameKey(text)).toBe("f150");
  expect(nameKey("Citroën")).toBe("citroen");
  expect(nameKey("ŠKODA")).toBe("skoda");
  expect(nameKey("吉利")).toBe("吉利");
  expect(nameKey("— ' \" /")).toBe("");
});

test("usual short names of makes have the key of the whole name", () => {
  expect(["Chevy", "VW", "Mercedes", "MERCEDES-BENZ", "Land Rover"].map(makeKey)).toEqual([
    "chevrolet",
    "volkswagen",
    "mercedesbenz",
    "mercedesbenz",
    "landrover",
  ]);
  expect(["constructor", "__proto__", "toString"].map(makeKey)).toEqual(["constructor", "proto", "tostring"]);
});

test("plates compare without spaces and hyphens", () => {
  expect(plateKey(" abc-12 34 ")).toBe("ABC1234");
});

const makes = new Map(
  ["HONDA", "HYUNDAI", "FORD", "TOYOTA", "Silverado 1500", "Silverado 2500"].map((name) => [
    nameKey(name),
    name,
  ]),
);

test("what is near is suggested, best first; what is far is not", () => {
  expect(nearestNames("hinda", makes)).toEqual(["HONDA"]);
  expect(nearestNames("silverado", makes)).toEqual(["Silverado 1500", "Silverado 2500"]);
  expect(nearestNames("Ford Motor", makes)).toEqual(["FORD"]);
  expect(nearestNames("zzzzzz", makes)).toEqual([]);
  expect(nearestNames("---", makes)).toEqual([]);
});

test("a megabyte of name costs no more than a short one", () => {
  const many = new Map(Array.from({ length: 5000 }, (_, index) => [`name${index}`, `Name ${index}`]));
  expect(nearestNames("x".repeat(1_000_000), many)).toEqual([]);
  expect(nearestNames(`name4${"9".repeat(1000)}`, many).length).toBeLessThanOrEqual(5);
});
