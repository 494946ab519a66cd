import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openVinPack } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { inFolder } from "../common/folder.ts";
import { distinctVins } from "../common/vins.ts";
import { type Generator, openGenerator } from "./load.ts";

const vinsRequested = 100_000;

/** The requested VINs, and a response body of their average length. */
export interface Vins {
  readonly file: string;
  readonly count: number;
  readonly first: string;
  readonly body: Uint8Array;
}

/** What every measurement over HTTP works with. */
export interface Bench {
  readonly folder: string;
  /** wrk and the peers; `BENCH_TOOLS` keeps it for another run. */
  readonly toolsFolder: string;
  /** The service's data folder, with the decoder's pack. */
  readonly dataDir: string;
  readonly vins: Vins;
  readonly generator: Generator;
}

/** Compiles the decoder's pack into `dataDir` and writes the file of VINs and `body.json`. */
async function prepareVins(folder: string, dataDir: string): Promise<Vins> {
  const decoder = createDecoder(await openVinPack(dataDir), { currentYear: new Date().getUTCFullYear() });
  const lengths = new Map<string, number>();
  for (const vin of distinctVins(vinsRequested)) {
    const body = decoder.answer(vin);
    if (body) lengths.set(vin, body.length);
  }
  const vins = [...lengths.keys()];
  const average = lengths.values().reduce((sum, length) => sum + length, 0) / vins.length;
  const distance = (vin: string) => Math.abs(lengths.get(vin)! - average);
  const typical = vins.slice(0, 2000).reduce((best, vin) => (distance(vin) < distance(best) ? vin : best));
  const body = decoder.answer(typical)!.slice();
  const file = join(folder, "vins.txt");
  writeFileSync(file, `${vins.join("\n")}\n`);
  writeFileSync(join(folder, "body.json"), body);
  return { file, count: vins.length, first: vins[0]!, body };
}

/** Prepares a folder with VINs, pack and generator for `work`. */
export function inHttpBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const toolsFolder = resolve(process.env.BENCH_TOOLS ?? join(folder, "tools"));
    mkdirSync(toolsFolder, { recursive: true });
    const dataDir = join(folder, "data");
    const vins = await prepareVins(folder, dataDir);
    return work({ folder, toolsFolder, dataDir, vins, generator: await openGenerator(toolsFolder) });
  });
}
