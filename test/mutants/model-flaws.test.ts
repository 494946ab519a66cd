import { expect, test } from "bun:test";
import { meteringFlaws } from "../model/metering/scenarios.ts";
import { flawsNotPlanted, modelFlaws } from "./model-flaws.ts";

test("each flaw of the model of metering is planted in the program, or the list has a reason", () => {
  const planted = modelFlaws
    .filter(({ bug }) => bug.startsWith("flaw of metering: "))
    .map(({ flaw }) => flaw);
  expect([...planted, ...Object.keys(flawsNotPlanted)].sort()).toEqual(
    meteringFlaws.map(({ flaw }) => flaw!).sort(),
  );
});
