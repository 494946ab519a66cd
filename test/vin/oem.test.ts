import { expect, test } from "bun:test";
import type { DecodedElement } from "../../src/vin/answer/describe.ts";
import type { Position } from "../../src/vin/answer/positions.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const parse = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes));

test("the detailed decode has all groups, elements, patterns and positions", () => {
  const { data } = parse(decoder.oemAnswer("1HGCM82633A004352"));
  const { data: plain } = parse(decoder.answer("1HGCM82633A004352"));
  const { descriptor, elements, error_codes, positions, ...groups } = data;
  // The plain decode has no members for what follows by law.
  const fields = (groups.derived as { field: string }[]).map(({ field }) => field);
  expect(fields).toEqual(["SeatBeltsAll", "AirBagLocFront", "GVWR_to"]);
  expect({ ...groups, derived: [] }).toEqual(plain);
  expect(error_codes).toBe("unknown");
  expect(descriptor).toBe("1HGCM826*3A");
  expect((elements as DecodedElement[]).find(({ name }) => name === "Model")).toEqual({
    element_id: 28,
    name: "Model",
    code: "Model",
    group: "General",
    value: "Accord",
    decided_by: "pattern",
    pattern_id: 421977,
    key: "CM82[67]",
  } as never);
  const meanings = (positions as Position[]).map(({ part, meaning }) => `${part}: ${meaning}`);
  expect([...new Set(meanings)]).toEqual([
    "manufacturer: Code assigned in North America",
    "manufacturer: Code assigned in United States",
    "manufacturer: AMERICAN HONDA MOTOR CO., INC.",
    "vehicle: Encodes Model Accord, Trim EX-V6, Body Class Coupe and 8 more",
    "check_digit: Check digit 3 is right",
    "model_year: Model year 2003",
    "plant: Encodes Plant City MARYSVILLE, Plant Country UNITED STATES (USA), Plant State OHIO",
    "serial: Serial number",
  ]);
});

test("a small manufacturer's VIN has its own positions", () => {
  const { data } = parse(decoder.oemAnswer("4S9AB1AB0YA520001"));
  const parts = (data.positions as Position[]).map(({ part }) => part[0]).join("");
  expect(parts).toBe("mmmvvvvvcmpmmmsss");
});
