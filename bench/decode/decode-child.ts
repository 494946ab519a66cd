import { statSync } from "node:fs";
import { importVinPack } from "../../src/vehicles/imports/vpic/import-pack.ts";
import { openVinPack, vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { printJson } from "../common/figure.ts";
import { peakMb, rates } from "../common/measure.ts";
import { scaled } from "../common/settings.ts";
import { distinctVins } from "../common/vins.ts";

// Runs in a process of its own, for its memory and first speeds. Arguments: what to measure, data folder, dump.
const [what, folder = "", dump] = process.argv.slice(2);
const rounds = 7;
const resident = () => process.memoryUsage.rss() / 2 ** 20;
const options = { currentYear: new Date().getUTCFullYear() };

/** Compiles the packaged data, or a dump. */
async function compile() {
  const begun = performance.now();
  const pack = dump
    ? (await importVinPack(folder, dump, { ...options, progress: () => undefined })).pack
    : await openVinPack(folder, { force: true });
  const seconds = (performance.now() - begun) / 1000;
  const { patterns } = pack.meta;
  return { seconds, peak: peakMb(), patterns, packBytes: statSync(vinPackFile(folder)).size };
}

async function load() {
  const before = resident();
  const begun = performance.now();
  const pack = await openVinPack(folder);
  const ms = performance.now() - begun;
  const loaded = resident() - before;
  return { before, begun, ms, loaded, decoder: createDecoder(pack, options) };
}

/** Load, memory and the speed of VINs that were not decoded before. */
async function cold() {
  const vins = distinctVins(48_000);
  Bun.gc(true);
  const { before, begun, ms, loaded, decoder } = await load();
  decoder.answer(vins[0]!);
  const first = performance.now() - begun;
  const rate = (from: number, to: number) => {
    const begun = performance.now();
    for (let at = from; at < to; at++) decoder.scan(vins[at]!);
    return (1000 * (to - from)) / (performance.now() - begun);
  };
  const unseen = rate(0, 5000);
  rate(5000, 30_000);
  const unseenWarm = rate(30_000, 40_000);
  for (const vin of vins) decoder.answer(vin);
  Bun.gc(true);
  return { load: ms, first, unseen, unseenWarm, loaded, answered: resident() - before };
}

/** Rates of repeated VINs. */
async function warm() {
  const vins = distinctVins(scaled(200_000, 5000));
  Bun.gc(true);
  const { ms, loaded, decoder } = await load();
  return {
    load: ms,
    loaded,
    scan: rates(vins, (vin) => decoder.scan(vin), rounds),
    answer: rates(vins, (vin) => decoder.answer(vin), rounds),
    shared: rates(vins, (vin) => decoder.sharedAnswer(vin), rounds),
    object: rates(vins.slice(0, vins.length / 10), (vin) => decoder.decode(vin), rounds),
  };
}

const measurements = { compile, cold, warm };
export type Measured<What extends keyof typeof measurements> = Awaited<
  ReturnType<(typeof measurements)[What]>
>;
printJson(await measurements[what as keyof typeof measurements]());
