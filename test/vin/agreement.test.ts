import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { compareAll, fidelityFile } from "./agreement.ts";

const compared = await compareAll();

/** No element may be less often equal where a value is stated. */
const floor = 0.998;

test.skipIf(compared === undefined)("what is stated is what vPIC answers", () => {
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

test.skipIf(compared?.added === undefined)("what EPA's table adds is what the whole vPIC answers", () => {
  const told = compared!.added!.map(({ field, recorded, equal }) => [field, recorded, equal]);
  expect(told).toEqual([
    ["drivetrain.drive_type", 88, 88],
    ["transmission.transmission_style", 14, 14],
    ["engine.engine_size", 21, 21],
  ]);
});

test.skipIf(compared === undefined)("the years and models of a salvage yard's books", () => {
  const { whole, years, models, disagreements } = compared!.books;
  expect({ whole, years, models }).toEqual({ whole: 4760, years: 4748, models: 4733 });
  const ours = disagreements.filter(({ what, cause }) => what === "year" && !cause.startsWith("the yard's"));
  expect(ours).toEqual([]);
});

test.skipIf(compared === undefined)(`${fidelityFile} is what npm run agreement -- --write writes`, () => {
  expect(readFileSync(fidelityFile, "utf8")).toBe(compared!.page);
});
