import { expect, test } from "bun:test";
import { hasRightDigit } from "./vin-digit.ts";
import { frameNumberOf, readVin, vinOf } from "./vins.ts";
import { vinsInText } from "./vins-in-text.ts";

const honda = "1HGCM82633A004352";

test.each([
  [honda, []],
  ["1hg cm826-33a.004352", []],
  [" 1 H G C M 8 2 6 3 3 A 0 0 4 3 5 2 ", []],
  ["1HGCM82633A\u2011004352\u200f", []],
  [`*${honda}*`, ["around"]],
  [`"${honda}",`, ["around"]],
  [`I${honda}`, ["leading_i"]],
  [`*i${honda}*`, ["around", "leading_i"]],
  ["１ＨＧＣＭ８２６３３Ａ００４３５２", ["alphabet"]],
  ["1НGСМ82633А004352", ["alphabet"]],
  ["1нgсм82633а004352", ["alphabet"]],
  ["1HGCM82633Α004352", ["alphabet"]],
  ["1HGCM82633AOO4352", ["o"]],
  ["IHGCM82633A004352", ["i"]],
  ["1HGCM82633AQ04352", ["q"]],
  [`I${honda.replaceAll("0", "O").replace("1", "I")}`, ["leading_i", "o", "i"]],
] as const)("%p is read as a Honda's VIN", (text, repairs) => {
  expect(readVin(text)).toEqual({ vin: honda, repairs: [...repairs] });
});

test("Q is the digit that makes the check digit right, 0 or 9", () => {
  const nine = "5J6RW2H59JL990075";
  expect(
    [...nine]
      .flatMap((one, at) => (/[09]/.test(one) ? [`${nine.slice(0, at)}Q${nine.slice(at + 1)}`] : []))
      .map(vinOf),
  ).toEqual(Array(5).fill(nine));
});

test("outside North America no check digit need confirm a repair", () => {
  expect(["IWVWZZZ1JZ3W386752", "WVWZZZIJZ3W386752", "WVWZZZ1JZ3W38675O"].map(vinOf)).toEqual([
    "WVWZZZ1JZ3W386752",
    "WVWZZZ1JZ3W386752",
    "WVWZZZ1JZ3W386750",
  ]);
});

test("what is not certain is not read", () => {
  const texts = [
    // One missing, one doubled, and an I before a VIN with one missing.
    "1HGCM82633A00435",
    "1HGCM82633A0044352",
    "IHGCM82633A00435",
    "I1HGCM82633A00435",
    // Another fault besides the letter, whose check digit shows it.
    "1HGCM82633AO04353",
    "I1HGCM82633A004353",
    "1HGCM82633AQ04353",
    // An unknown character.
    "1HGCM826*3A004352",
    "1HGCM8*2633A004352",
    "*HGCM82633A004352",
    "1HGCM82633A00435?",
    "INTERNATIONALIZED",
    "OTHERORGANIZATION",
    "1HGCM82633Á004352",
    "",
    "x".repeat(10_000),
  ];
  expect(texts.filter((text) => readVin(text) !== undefined)).toEqual([]);
});

test("look-alikes, swapped, doubled and missing characters are kept or not read", () => {
  const looking = ["1HGCMB2633A004352", "1HGCM82633A0043S2", "HGCM182633A004352"];
  expect(looking.map(vinOf)).toEqual(looking);
  expect(looking.map(hasRightDigit)).toEqual([false, false, false]);
});

test.each([
  ["ZVW30-1812701", "ZVW30-1812701"],
  ["zvw30‐1812701", "ZVW30-1812701"],
  ["DAA-ZVW30-1812701", "DAA-ZVW30-1812701"],
  ["EK9-1000001", "EK9-1000001"],
  ["ZC33S-123456", "ZC33S-123456"],
  // A VIN with hyphens, numbers of before 1981, plates and others.
  ["1HG-CM82-633A004352", undefined],
  ["ZVW301812701", undefined],
  ["9F02M148623", undefined],
  ["AB-12345", undefined],
  ["2026-11-29", undefined],
  ["ABC-DEF-123", undefined],
] as const)("%p as a frame number", (text, number) => {
  expect(frameNumberOf(text)).toBe(number as string);
});

test("the VINs of a text are found with their places", () => {
  const text = [
    `VIN: ${honda}, *I5J6RW2H59JL990075* and VIN1HGCM82633AOO4352;`,
    "1HG CM826 33A 004352 (😀 1НGСМ82633А004352).",
    // A 17-letter word, numbers, a VIN over two lines, one with a wrong check digit in parts.
    "INTERNATIONALIZED 12345678901234567 1HGCM826\n33A004352 1HG CM826 33A 004353 x1HGCM82633A004352é",
    "1HGCMB2633A004352 1HGCM826333A004352",
  ].join("\n");
  const found = [...vinsInText(text)];
  const characters = Array.from(text);
  expect(found.map(({ start, end }) => characters.slice(start, end).join(""))).toEqual(
    found.map((one) => one.found),
  );
  expect(found.map(({ found: written, read }) => [written, read?.vin, read?.repairs.join(" ")])).toEqual([
    [honda, honda, ""],
    ["I5J6RW2H59JL990075", "5J6RW2H59JL990075", "leading_i"],
    ["1HGCM82633AOO4352", honda, "o"],
    ["1HG CM826 33A 004352", honda, ""],
    ["1НGСМ82633А004352", honda, "alphabet"],
    ["1HGCMB2633A004352", "1HGCMB2633A004352", ""],
    ["1HGCM826333A004352", undefined, undefined],
  ]);
});
