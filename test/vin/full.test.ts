import { expect, test } from "bun:test";
import { checkOf, derivedPart, groupsOf } from "../../src/vin/answer/groups.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { fullPack } from "./full-source.ts";
import { testYear } from "./shared-pack.ts";
import { mutated, randomNumbers, randomVin } from "./vins.ts";

const errorCases = recorded<Record<string, string>>("vpic_error_cases.json");
const decoder = createDecoder(await fullPack(), { currentYear: testYear });

/** Whether the response, which is written without building strings, equals the slow decode. */
function differs(vin: string, year = 0): boolean {
  const decode = decoder.decode(vin, year);
  const body = decoder.answer(vin, year);
  if (typeof decode === "string" || body === undefined)
    return typeof decode !== "string" || body !== undefined;
  const data = { ...groupsOf(decode), check: checkOf(decode), derived: derivedPart(decode) };
  return new TextDecoder().decode(body) !== JSON.stringify({ status: "success", data });
}

test("facts of vehicle specs are answered; vPIC's type defaults are not", () => {
  const random = randomNumbers(31);
  const real = Object.keys(recorded("yard_inventory.json") ?? { "1HGCM82633A004352": {} }).slice(0, 1500);
  const vins = real.flatMap((vin) => [vin, mutated(vin, random(17), random)]);
  const fromSheets = vins.filter((vin) => {
    const decode = decoder.decode(vin);
    return (
      typeof decode === "object" &&
      decode.elements.some(({ id, decidedBy }) => id === 15 && decidedBy === "specification")
    );
  });
  expect(vins.filter((vin) => differs(vin))).toEqual([]);
  expect(fromSheets.length).toBeGreaterThan(recorded("yard_inventory.json") ? 100 : 0);
});

test("the response has the warnings of all error codes, also combined", () => {
  const random = randomNumbers(37);
  const known = ["1HGCM82633A004352", "1XPVD09X4BD116967", "1M8GDM9AXKP042788", "1HGCM82643A004352"];
  const real = [...Object.keys(errorCases ?? {}), ...Object.keys(recorded("yard_inventory.json") ?? {})];
  const requested = [...known, ...real.slice(0, 600)].flatMap((vin): [vin: string, year: number][] => {
    const once = mutated(vin, random(17), random);
    const letters = ["IOQ", "OQO", "QQQ", "AO*"][random(4)]!;
    const invalid =
      vin.slice(0, 3) + letters[0] + vin.slice(4, 11) + letters[1] + vin.slice(12, 16) + letters[2];
    const noYear = `${vin.slice(0, 9)}0${vin.slice(10)}`;
    const changed = [
      vin,
      once,
      mutated(once, random(17), random),
      invalid,
      vin.slice(0, 3 + random(14)),
      noYear,
    ];
    return [[vin, 2012], [vin, 1994], ...changed.map((text): [string, number] => [text, 0])];
  });
  for (const wmi of ["1A9152", "ZFB", "1FT", "5YJ"])
    for (let i = 0; i < 200; i++) requested.push([randomVin(wmi, random), 0]);
  expect(requested.filter(([vin, year]) => differs(vin, year))).toEqual([]);
  const decodes = requested
    .map(([vin, year]) => decoder.decode(vin, year))
    .filter((one) => typeof one === "object");
  const codes = new Set(decodes.flatMap(({ errorCodes }) => (errorCodes === "unknown" ? [] : errorCodes)));
  const seen = decodes.flatMap(({ warnings }) => warnings);
  const made = [0, 1, 3, 4, 5, 6, 8, 11, 12, 14, 400];
  const met = errorCases === undefined ? made : [...made, 2, 9, 10];
  expect([...codes].sort((a, b) => a - b)).toEqual(met.sort((a, b) => a - b));
  expect(seen.some((text) => text.includes("vPIC excuses it"))).toBe(true);
  expect(seen.some((text) => text.endsWith("I and O and Q can never occur in a VIN."))).toBe(true);
});

test.skipIf(errorCases === undefined)("recorded VINs with an excused check digit have no error", () => {
  const excused = Object.entries(errorCases ?? {}).filter(([, { kind }]) => kind === "vin-exception");
  const found = excused.map(([vin]) => {
    const decode = decoder.decode(vin);
    return typeof decode === "string"
      ? decode
      : [String(decode.errorCodes), decode.errorText, decode.checkDigit.valid];
  });
  expect(excused.length).toBeGreaterThan(4);
  expect(found).toEqual(excused.map(([, { ErrorCode, ErrorText }]) => [ErrorCode!, ErrorText!, false]));
});

test("errors have vPIC's words, and suggestions mark invalid characters", () => {
  const decode = decoder.decode("1HGCM82633AO04352");
  if (typeof decode === "string") throw new Error(decode);
  const { errorCodes, suggestedVin, possibleValues, additionalErrorText } = decode;
  expect({ errorCodes, suggestedVin, possibleValues, additionalErrorText }).toEqual({
    errorCodes: [1, 400],
    suggestedVin: "1HGCM82633A!04352",
    possibleValues: "",
    additionalErrorText: "Invalid character(s): 12:O.",
  });
});
