import { expect, test } from "bun:test";
import { checkOf, derivedPart, groupsOf } from "../../src/vin/answer/groups.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { mutated, randomNumbers, randomVin } from "./vins.ts";

const text = new TextDecoder();

test("the response written from parts equals the decode as JSON", async () => {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  const random = randomNumbers(3);
  const real = Object.keys(recorded("yard_inventory.json") ?? {}).slice(0, 1500);
  const some = ["1HGCM82633A004352", "1XPVD09X4BD116967", ...real];
  const vins = some.flatMap((vin) => [vin, mutated(vin, random(17), random)]);
  for (const wmi of ["1FT", "JYA", "1A9152", "5YJ"])
    for (let i = 0; i < 100; i++) vins.push(randomVin(wmi, random));
  const different = vins.filter((vin) => {
    const decode = decoder.decode(vin);
    const body = decoder.answer(vin);
    if (typeof decode === "string" || body === undefined)
      return typeof decode !== "string" || body !== undefined;
    const data = { ...groupsOf(decode), check: checkOf(decode), derived: derivedPart(decode) };
    const plain = { status: "success", data };
    return text.decode(body) !== JSON.stringify(plain);
  });
  expect(different).toEqual([]);
});

test("a check digit is not said to have to be what it is", async () => {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  // Position 15 is of the serial number, which has digits alone.
  const { check } = JSON.parse(text.decode(decoder.answer("2FMPK3K94TB994U44"))).data as { check: object };
  expect(check).toEqual({
    valid: false,
    check_digit: "4",
    expected: "4",
    warnings: [
      "Check digit 4 in position 9 counts as wrong: letters are where only digits may be.",
      "Characters that are not allowed at their positions: 15:U.",
    ],
  });
});

test("a response has every member", async () => {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  expect(JSON.parse(text.decode(decoder.answer("1hgcm826-33a0 04352")))).toEqual({
    status: "success",
    data: {
      intro: { vin: "1HGCM82633A004352" },
      basic: {
        make: "HONDA",
        model: "Accord",
        year: "2003",
        trim: "EX-V6",
        body_type: "Coupe",
        vehicle_type: "PASSENGER CAR",
        doors: "2",
        vehicle_size: "",
        seating_capacity: "",
      },
      engine: {
        cylinders: "6",
        engine_size: "",
        engine_description: "J30A4",
        engine_capacity: "",
        engine_configuration: "V-Shaped",
        electrification_level: "",
      },
      manufacturer: {
        manufacturer: "AMERICAN HONDA MOTOR CO., INC.",
        region: "North America",
        country: "United States",
        plant_city: "MARYSVILLE",
        plant_country: "UNITED STATES (USA)",
      },
      transmission: { transmission_style: "" },
      restraint: { others: "Seat Belt (Rr center position)" },
      dimensions: { gvwr: "Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg)" },
      drivetrain: { drive_type: "" },
      fuel: { fuel_type: "Gasoline", secondary_fuel_type: "" },
      check: { valid: true, check_digit: "3", expected: "3", warnings: [] },
      derived: [],
    },
  });
});

test("malformed VINs and unknown manufacturers have no response", async () => {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  const cases = ["ZZZ12345678901234", "", "1", "1HGCM82633A0043522", "1HGCM82633A00435é"];
  expect(cases.map((vin) => [vin, decoder.answer(vin), decoder.decode(vin)])).toEqual([
    ["ZZZ12345678901234", undefined, "unknown_manufacturer"],
    ["", undefined, "malformed"],
    ["1", undefined, "malformed"],
    ["1HGCM82633A0043522", undefined, "malformed"],
    ["1HGCM82633A00435é", undefined, "malformed"],
  ]);
});
