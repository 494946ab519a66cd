import { expect, test } from "bun:test";
import type { Decode, DecodedElement } from "../../../vin/answer/describe.ts";
import type { Facts } from "../../families/record-family.ts";
import { matchRecord } from "./match-record.ts";

/** A decode of nothing but these elements. */
function decodeOf(values: Readonly<Record<number, string>>): Decode {
  const elements = Object.entries(values).map(([id, value]) => ({ id: Number(id), value }) as DecodedElement);
  return { elements } as unknown as Decode;
}
const candidate = (name: string, facts: Facts = {}) => ({ key: name.toLowerCase(), name, facts });
const outcome = (values: Record<number, string>, ...candidates: ReturnType<typeof candidate>[]) => {
  const found = matchRecord(decodeOf(values), candidates);
  return found && [found.candidate.name, found.match];
};

test("the trim of the decode is exact", () => {
  expect(outcome({ 38: "EX" }, candidate("LX"), candidate("EX"), candidate("EXL"))).toEqual(["EX", "exact"]);
});

test("facts speak for one of several", () => {
  const four = candidate("LX", { cylinders: 4, displacement_l: 2.4 });
  const six = candidate("V6", { cylinders: 6, displacement_l: 3 });
  expect(outcome({ 9: "6", 13: "3.0" }, four, six)).toEqual(["V6", "close"]);
  expect(outcome({ 38: "EX-V6" }, candidate("LX"), candidate("EX"))).toEqual(["EX", "close"]);
});

test("where nothing tells them apart the answer says so", () => {
  expect(outcome({}, candidate("LX"), candidate("EX"))).toEqual(["EX", "model"]);
  expect(outcome({ 9: "6" }, candidate("B", { cylinders: 6 }), candidate("A", { cylinders: 6 }))).toEqual([
    "A",
    "model",
  ]);
  expect(outcome({ 9: "6" }, candidate("B", { cylinders: 4 }))).toEqual(["B", "model"]);
});

test("a record for the whole model is exact; none is none", () => {
  expect(outcome({ 38: "EX" }, candidate(""))).toEqual(["", "exact"]);
  expect(outcome({ 38: "EX" })).toBeUndefined();
});
