import { expect, test } from "bun:test";
import { createDecoder } from "../../src/vin/decoder.ts";
import { compareGolden } from "./agreement-golden.ts";
import { compareInventory, type InventoryEntry } from "./agreement-inventory.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { recorded, sharedFolder } from "./vins.ts";

const golden = recorded<Record<string, string>>("vpic_golden.json");
const inventory = recorded<InventoryEntry>("yard_inventory.json");
if (golden === undefined) console.log(`skipped: recorded answers are not at ${sharedFolder}`);

/** Elements on which the packaged data must not differ from vPIC wherever they tell anything. */
const EXACT =
  `Body Class;Make;Manufacturer Name;Model;Model Year;Vehicle Descriptor;Vehicle Type;Plant Country;Plant City;
Plant State;Fuel Type - Primary;Fuel Type - Secondary;Engine Number of Cylinders;Engine Configuration;Engine Model;
Engine Manufacturer;Doors;Trim;Series;Turbo;Other Engine Info;Other Restraint System Info;Brake System Type;
Gross Vehicle Weight Rating From;Displacement (L)`
    .split(";")
    .map((name) => name.trim());

test.skipIf(golden === undefined)("recorded answers of vPIC", async () => {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  const { rows } = compareGolden(decoder, golden ?? {});
  const found = rows
    .filter(({ element }) => EXACT.includes(element))
    .map(({ element, differ }) => [element, differ]);
  expect(found.sort()).toEqual(EXACT.map((element) => [element, 0]).sort());
  const core = ["Make", "Model", "Model Year", "Body Class", "Fuel Type - Primary"];
  const silent = rows.filter(({ element }) => core.includes(element)).map((row) => row.silent);
  expect(silent).toEqual([0, 0, 0, 0, 0]);
});

test.skipIf(inventory === undefined)("the years and models of a salvage yard's inventory", async () => {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  const { whole, years, models, disagreements } = compareInventory(decoder, inventory ?? {});
  expect({ whole, years, models }).toEqual({ whole: 4760, years: 4748, models: 4733 });
  const ours = disagreements.filter(({ what, cause }) => what === "year" && !cause.startsWith("the yard's"));
  expect(ours).toEqual([]);
});
