import { createDecoder } from "../../src/vin/decoder.ts";
import { compareGolden } from "./agreement-golden.ts";
import { compareInventory, type InventoryEntry } from "./agreement-inventory.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { recorded, sharedFolder } from "./vins.ts";

// bun test/vin/agreement.ts: how far the decoder agrees with recorded answers of vPIC and with a salvage yard's inventory.

const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`;

function printGolden(
  decoder: ReturnType<typeof createDecoder>,
  golden: Record<string, Record<string, string>>,
): void {
  const { rows, differences } = compareGolden(decoder, golden);
  console.log(`Recorded answers of vPIC: ${Object.keys(golden).length} VINs\n`);
  console.log(`${"element".padEnd(44)}recorded   agree  differ  silent  of told`);
  for (const { element, recorded: count, agree, differ, silent } of rows) {
    const numbers = [count, agree, differ, silent].map((number) => String(number).padStart(8)).join("");
    console.log(`${element.slice(0, 43).padEnd(44)}${numbers}  ${percent(agree, agree + differ)}`);
  }
  console.log("\nDisagreements (silent ones by element):");
  const silent = new Map<string, number>();
  for (const { vin, element, recorded: theirs, ours, cause } of differences) {
    if (ours === "") silent.set(`${element}: ${cause}`, (silent.get(`${element}: ${cause}`) ?? 0) + 1);
    else console.log(`  ${vin}  ${element}: recorded "${theirs}", ours "${ours}"; ${cause}`);
  }
  for (const [what, count] of silent) console.log(`  ${String(count).padStart(4)} × ${what}`);
}

function printInventory(
  decoder: ReturnType<typeof createDecoder>,
  inventory: Record<string, InventoryEntry>,
): void {
  const { whole, years, models, disagreements, others } = compareInventory(decoder, inventory);
  console.log(`\nThe inventory of a salvage yard: ${whole} VINs of 17 characters`);
  console.log(`  years  ${years}  ${percent(years, whole)}`);
  console.log(`  models ${models}  ${percent(models, whole)}`);
  for (const { vin, what, recorded: theirs, ours, cause } of disagreements) {
    console.log(`  ${vin}  ${what}: recorded "${theirs}", ours "${ours}"; ${cause}`);
  }
  console.log(
    `  ${others.length} numbers of other lengths, older than the standard or mistyped: ${others.join(" ")}`,
  );
}

if (import.meta.main) {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  const golden = recorded<Record<string, string>>("vpic_golden.json");
  const inventory = recorded<InventoryEntry>("yard_inventory.json");
  if (golden === undefined || inventory === undefined)
    console.log(`${sharedFolder} is not here: nothing to compare with.`);
  if (golden !== undefined) printGolden(decoder, golden);
  if (inventory !== undefined) printInventory(decoder, inventory);
}
