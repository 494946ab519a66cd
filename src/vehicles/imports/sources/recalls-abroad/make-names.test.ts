import { expect, test } from "bun:test";
import { makesIn, namedModel } from "./make-names.ts";

test("makes are named without their companies", () => {
  for (const [text, makes] of [
    ["TOYOTA (GB) PLC", ["TOYOTA"]],
    ["MERCEDES-BENZ TRUCKS UK LTD", ["MERCEDES-BENZ"]],
    ["BENTLEY MOTOR CARS", ["BENTLEY"]],
    ["ASTON MARTIN LAGONDA LTD", ["ASTON MARTIN"]],
    ["BMW MOTORCYCLES", ["BMW"]],
    ["CHEVROLET USA", ["CHEVROLET"]],
    ["MG MOTOR", ["MG"]],
    ["VW - Volkswagen AG", ["VW", "Volkswagen"]],
    ["Opel/Vauxhall", ["Opel", "Vauxhall"]],
    ["MAN/Neoplan, Man", ["MAN", "Neoplan", "Man"]],
    ["Jaguar Land Rover Limited", ["Jaguar", "Land Rover"]],
    ["Mercedes-Benz AG", ["Mercedes-Benz"]],
    ["LAND ROVER", ["LAND ROVER"]],
    ["UK", ["UK"]],
    [" - ", []],
  ] as const)
    expect([text, makesIn(text)]).toEqual([text, [...makes]]);
});

test("a model has its own make where its importer's is listed", () => {
  expect(namedModel("TOYOTA", "LEXUS GS 450H")).toEqual({ make: "LEXUS", model: "GS 450H" });
  expect(namedModel("CHRYSLER", "WRANGLER")).toEqual({ make: "JEEP", model: "WRANGLER" });
  expect(namedModel("CHRYSLER", "300")).toEqual({ make: "CHRYSLER", model: "300" });
  expect(namedModel("TOYOTA", "COROLLA")).toEqual({ make: "TOYOTA", model: "COROLLA" });
  expect(namedModel("JEEP", "JEEP")).toEqual({ make: "JEEP", model: "JEEP" });
});
