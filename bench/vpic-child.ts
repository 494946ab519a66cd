import { statSync } from "node:fs";
import { importVinPack, openVinPack, vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder } from "../src/vin/decoder.ts";
import { distinctVins } from "./decode-vins.ts";
import { median } from "./figure.ts";
import { peakMemory } from "./peak-memory.ts";

// Run by vpic.ts in a process of its own. Arguments: "compile", data folder and dump, or "use" and data folder.
// Prints one JSON line.

const [what, folder = "", dump = ""] = process.argv.slice(2);
const resident = () => process.memoryUsage.rss() / 2 ** 20;
const rounds = 7;

function rate(vins: readonly string[], each: (vin: string) => unknown): number {
  const rates = Array.from({ length: rounds }, () => {
    const begun = process.cpuUsage();
    for (const vin of vins) each(vin);
    const { user, system } = process.cpuUsage(begun);
    return (1e6 * vins.length) / (user + system);
  });
  return Math.round(median(rates));
}

if (what === "compile") {
  const begun = performance.now();
  const { meta } = await importVinPack(folder, dump, () => undefined);
  const seconds = (performance.now() - begun) / 1000;
  const packBytes = statSync(vinPackFile(folder)).size;
  const peak = peakMemory();
  console.log(JSON.stringify({ seconds, peak, patterns: meta.patterns, packBytes }));
} else {
  const vins = distinctVins(200_000);
  Bun.gc(true);
  const before = resident();
  const begun = performance.now();
  const pack = await openVinPack(folder);
  const load = performance.now() - begun;
  const loaded = resident() - before;
  const decoder = createDecoder(pack, { currentYear: new Date().getUTCFullYear() });
  const scans = rate(vins, (vin) => decoder.scan(vin));
  const answers = rate(vins, (vin) => decoder.answer(vin));
  const shared = rate(vins, (vin) => decoder.sharedAnswer(vin));
  console.log(JSON.stringify({ load, loaded, rate: scans, answers, shared }));
}
