import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openVinPack, vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { distinctVins } from "../decode-vins.ts";

const wanted = 100_000;

/** What is asked for, and an answer as long as they are on average. */
export interface Vins {
  readonly file: string;
  readonly count: number;
  readonly first: string;
  readonly body: Uint8Array;
}

/** Brings the decoder's pack into `dataDir`, from the checkout's own data folder where it has one. */
export async function bringPack(dataDir: string): Promise<Vins> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const own = vinPackFile(join(import.meta.dir, "..", "..", "data"));
  if (existsSync(own)) copyFileSync(own, vinPackFile(dataDir));
  const decoder = createDecoder(await openVinPack(dataDir), { currentYear: new Date().getUTCFullYear() });
  const vins: string[] = [];
  let bytes = 0;
  for (const vin of distinctVins(wanted)) {
    const answer = decoder.answer(vin);
    if (!answer) continue;
    vins.push(vin);
    bytes += answer.length;
  }
  const average = bytes / vins.length;
  const off = (vin: string) => Math.abs(decoder.answer(vin)!.length - average);
  const typical = vins.slice(0, 2000).reduce((best, vin) => (off(vin) < off(best) ? vin : best));
  const file = join(dataDir, "..", "vins.txt");
  writeFileSync(file, `${vins.join("\n")}\n`);
  return { file, count: vins.length, first: vins[0]!, body: decoder.answer(typical)!.slice() };
}
