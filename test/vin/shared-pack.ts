import { constants, copyFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Loading, startLoading } from "../../src/base/loading.ts";
import { openVinPack, vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder, type Decoder } from "../../src/vin/decoder.ts";
import type { Pack } from "../../src/vin/pack/pack.ts";
import { FORMAT_VERSION } from "../../src/vin/pack/pack-format.ts";

/** The current year in tests. */
export const testYear = 2026;

/** One pack per format: checkouts of several versions share the machine's temporary folder. */
export const testPackFolder = join(tmpdir(), `vingate-test-pack-${FORMAT_VERSION}`);

let pack: Promise<Pack> | undefined;

/** The packaged data's pack, compiled once and kept in the temporary folder between runs. */
export function testPack(): Promise<Pack> {
  pack ??= openVinPack(testPackFolder);
  return pack;
}

/** Puts the compiled pack into a data folder; a start would need several seconds to compile it. */
export async function placeTestPack(folder: string): Promise<void> {
  await testPack();
  copyFileSync(vinPackFile(testPackFolder), vinPackFile(folder), constants.COPYFILE_FICLONE);
}

/** A decoder on the shared pack, as the service uses it. */
export async function testDecoder(): Promise<Loading<Decoder>> {
  const loading = startLoading(async () => createDecoder(await testPack(), { currentYear: testYear }));
  await loading.ended;
  if (loading.error !== undefined) throw loading.error;
  return loading;
}
