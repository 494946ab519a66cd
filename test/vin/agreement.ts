import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { totalsOf } from "./abroad.ts";
import { compareAdded, readEpaTable } from "./agreement-epa.ts";
import { compareInventory, type InventoryEntry } from "./agreement-inventory.ts";
import { compareMakers } from "./agreement-makers.ts";
import { fidelityPage } from "./agreement-page.ts";
import { compareRecorded, recordings } from "./agreement-recorded.ts";
import { testPack, testYear } from "./shared-pack.ts";

/** The page with the results of the comparison. */
export const fidelityFile = "docs/fidelity.md";

/** Compares the packaged data with all recordings; undefined if they are not available. */
export async function compareAll() {
  const recording = recordings();
  const inventory = recorded<InventoryEntry>("yard_inventory.json");
  if (!recording || !inventory) return undefined;
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  const { rows, differences } = compareRecorded(decoder, recording);
  const yard = compareInventory(decoder, inventory);
  const table = await readEpaTable();
  const added = table && compareAdded(decoder.with(table), recording);
  const vins = Object.keys(recording).length;
  const makers = compareMakers(decoder);
  const page = fidelityPage({
    source: decoder.source,
    vins,
    rows,
    differences,
    inventory: yard,
    makers,
    verdicts: totalsOf(decoder),
    added,
  });
  return { rows, differences, yard, added, page };
}

// npm run agreement [-- --write]: prints how far the decoder agrees with the recordings; `--write` writes the
// page.
if (import.meta.main) {
  const compared = await compareAll();
  if (!compared) process.exitCode = 1;
  else if (process.argv.includes("--write")) await Bun.write(fidelityFile, compared.page);
  else console.log(compared.page);
}
