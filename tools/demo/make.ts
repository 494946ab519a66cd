import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openVinPack } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { demoSeed, demoVehicles } from "./demo-rows.ts";
import { writeSet } from "./write-set.ts";

// `bun tools/demo/make.ts` writes the demo set that comes with the program into `demo/`. Other numbers or another
// folder make a set for `vingate demo --set FOLDER`.
const { values } = parseArgs({
  options: {
    vehicles: { type: "string", default: String(demoVehicles) },
    seed: { type: "string", default: String(demoSeed) },
    until: { type: "string", default: "2026-11-01" },
    folder: { type: "string", default: join(import.meta.dir, "../../demo") },
  },
});
const vehicles = Number(values.vehicles);
const seed = Number(values.seed);
const until = Date.parse(values.until);
if (!Number.isInteger(vehicles) || vehicles < 200 || vehicles > 50_000)
  throw new Error("--vehicles takes a whole number from 200 to 50,000");
if (!Number.isInteger(seed) || seed < 0) throw new Error("--seed takes a whole number from 0");
if (Number.isNaN(until)) throw new Error("--until takes a day, YYYY-MM-DD");
const packFolder = mkdtempSync(join(tmpdir(), "vingate-make-demo-"));
try {
  const pack = await openVinPack(packFolder);
  const { families } = await writeSet(pack, { folder: values.folder, seed, vehicles, until });
  const rows = Object.values(families).reduce((sum, count) => sum + count, 0);
  console.log(`${rows} records in ${values.folder}`);
} finally {
  rmSync(packFolder, { recursive: true, force: true });
}
