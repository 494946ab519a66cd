import { openVinPack } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder } from "../src/vin/decoder.ts";
import { distinctVins } from "./decode-vins.ts";
import { peakMemory } from "./peak-memory.ts";

// Run by decode.ts in a process of its own, so that memory and cold speeds are not those of the benchmark.
// Arguments: data folder, "compile" or "load". Prints one JSON line.

const [folder = "", what = "load"] = process.argv.slice(2);
const resident = () => process.memoryUsage.rss() / 2 ** 20;

if (what === "compile") {
  const begun = performance.now();
  await openVinPack(folder, { force: true });
  const seconds = (performance.now() - begun) / 1000;
  console.log(JSON.stringify({ seconds, peak: peakMemory() }));
} else {
  const vins = distinctVins(48_000);
  Bun.gc(true);
  const before = resident();
  const begun = performance.now();
  const pack = await openVinPack(folder);
  const load = performance.now() - begun;
  const decoder = createDecoder(pack, { currentYear: new Date().getUTCFullYear() });
  const loaded = resident() - before;
  decoder.answer(vins[0]!);
  const first = performance.now() - begun;
  const cold = performance.now();
  for (let i = 0; i < 5000; i++) decoder.scan(vins[i]!);
  const unseen = (1000 * 5000) / (performance.now() - cold);
  for (let i = 5000; i < 30_000; i++) decoder.scan(vins[i]!);
  const warm = performance.now();
  for (let i = 30_000; i < 40_000; i++) decoder.scan(vins[i]!);
  const unseenWarm = (1000 * 10_000) / (performance.now() - warm);
  for (const vin of vins) decoder.answer(vin);
  Bun.gc(true);
  console.log(JSON.stringify({ load, first, unseen, unseenWarm, loaded, answered: resident() - before }));
}
