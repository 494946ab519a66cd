import { expect, test } from "bun:test";
import { tidyVin, vinFault } from "./vin-fault.ts";

test.each([
  ["5J6RW2H59JL990075", undefined],
  ["5j6 rw2h59-jl990075", undefined],
  ["5J6RW2H59JL99OO75", undefined],
  ["I5J6RW2H59JL990075", undefined],
  // What is read as a VIN for North America has a right check digit.
  ["5J6RW2H59JL99OO76", "Letter O at 14 and 15. A VIN has 0 there."],
  ["IJ6RW2H59JL990075", "Letter I at 1. A VIN has 1 there."],
  ["ZVW30-1812701", "ZVW30-1812701 is a frame number of Japan's own market, not a VIN."],
  ["5J6RW2H59JL99007", "16 characters; a VIN has 17."],
  ["5J6RW2H59JL99007é", "É at 17 is neither a letter nor a digit."],
])("%p", (typed, fault) => {
  expect(vinFault(typed)).toBe(fault as string);
});

test("a VIN as scanners and keyboards write it is the VIN", () => {
  expect(["*I5J6RW2H59JL990075*", "5J6RW2H59JL99OO75"].map(tidyVin)).toEqual([
    "5J6RW2H59JL990075",
    "5J6RW2H59JL990075",
  ]);
});

test("a VIN can have spaces, hyphens and small letters", () => {
  expect(tidyVin(" 5j6-rw2 h59jl990075 ")).toBe("5J6RW2H59JL990075");
});
