import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { compareAll, fidelityFile } from "./agreement.ts";

const compared = await compareAll();

/** The least share of equal values for any element. */
const floor = 0.998;

test.skipIf(compared === undefined)("stated values equal vPIC's", () => {
  const { rows, differences } = compared!;
  const low = rows.filter(({ stated, equal }) => stated > 0 && equal / stated < floor);
  expect(low).toEqual([]);
  const stated = differences.filter(({ decidedBy }) => decidedBy !== "conversion");
  expect(stated).toEqual([]);
  const core = ["Make", "Model", "Model Year", "Body Class", "Fuel Type - Primary", "Vehicle Descriptor"];
  const gaps = rows
    .filter(({ element }) => core.includes(element))
    .map(({ missing }) => missing.ours + missing.rows);
  expect(gaps.length).toBe(core.length);
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeLessThan(10);
});

test.skipIf(compared?.added === undefined)("facts added from EPA's table agree with vPIC's", () => {
  const agreed = compared!.added!.map(({ field, recorded, equal }) => [field, recorded, equal]);
  expect(agreed).toEqual([
    ["drivetrain.drive_type", 92, 92],
    ["transmission.transmission_style", 16, 16],
    ["engine.engine_size", 23, 23],
  ]);
});

test.skipIf(compared === undefined)("years and models agree with a salvage yard's inventory", () => {
  const { whole, years, models, disagreements } = compared!.yard;
  expect({ whole, years, models }).toEqual({ whole: 4760, years: 4747, models: 4733 });
  const ours = disagreements
    .filter(({ what, cause }) => what === "year" && !cause.startsWith("the yard's"))
    .map(({ vin, recorded, ours }) => [vin, recorded, ours]);
  // A Porsche 928: no pattern describes it, so that it may be of another market.
  expect(ours).toEqual([["WP0JB0921DS861720", "1983", "2013"]]);
});

test.skipIf(compared === undefined)(`${fidelityFile} equals the output of npm run agreement`, () => {
  expect(readFileSync(fidelityFile, "utf8")).toBe(compared!.page);
});
