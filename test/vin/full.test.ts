import { expect, test } from "bun:test";
import { checkOf, derivedPart, groupsOf } from "../../src/vin/answer/groups.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { fullPack } from "./full-source.ts";
import { testYear } from "./shared-pack.ts";
import { mutated, randomNumbers, recorded, sharedFolder } from "./vins.ts";

const errorCases = recorded<Record<string, string>>("vpic_error_cases.json");
if (errorCases === undefined) console.log(`skipped: recorded fixtures are not at ${sharedFolder}`);
const decoder = createDecoder(await fullPack(), { currentYear: testYear });

test("what sheets add is answered; vPIC's defaults, which hold for a whole type, are not", () => {
  const random = randomNumbers(31);
  const real = Object.keys(recorded("yard_inventory.json") ?? { "1HGCM82633A004352": {} }).slice(0, 1500);
  const text = new TextDecoder();
  let sheets = 0;
  const different = real
    .flatMap((vin) => [vin, mutated(vin, random(17), random)])
    .filter((vin) => {
      const decode = decoder.decode(vin);
      const body = decoder.answer(vin);
      if (typeof decode === "string" || body === undefined)
        return typeof decode !== "string" || body !== undefined;
      if (decode.elements.some(({ id, decidedBy }) => id === 15 && decidedBy === "specification"))
        sheets += 1;
      const data = { ...groupsOf(decode), check: checkOf(decode), derived: derivedPart(decode) };
      return text.decode(body) !== JSON.stringify({ status: "success", data });
    });
  expect(different).toEqual([]);
  expect(sheets).toBeGreaterThan(recorded("yard_inventory.json") ? 100 : 0);
});

test.skipIf(errorCases === undefined)(
  "recorded VINs whose check digit is excused are clean, in vPIC's words",
  () => {
    const excused = Object.entries(errorCases ?? {}).filter(([, { kind }]) => kind === "vin-exception");
    const found = excused.map(([vin]) => {
      const decode = decoder.decode(vin);
      return typeof decode === "string"
        ? decode
        : [String(decode.errorCodes), decode.errorText, decode.checkDigit.valid];
    });
    expect(excused.length).toBeGreaterThan(4);
    expect(found).toEqual(excused.map(([, { ErrorCode, ErrorText }]) => [ErrorCode!, ErrorText!, false]));
  },
);

test("errors in vPIC's words, with what they add, and suggestions with invalid characters marked", () => {
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
