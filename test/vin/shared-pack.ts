import { constants, copyFileSync } from "node:fs";
import { type Loading, startLoading } from "../../src/base/loading.ts";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { createDecoder, type Decoder } from "../../src/vin/decoder.ts";
import type { Pack } from "../../src/vin/pack/pack.ts";
import { compilePack, compiledPackFolder as testPackFolder } from "../../tools/compiled-pack.ts";

/** The current year in tests. */
export const testYear = 2026;

export { testPackFolder };

let pack: Promise<Pack> | undefined;

/** The packaged data's pack, compiled once and kept between runs. */
export function testPack(): Promise<Pack> {
  pack ??= compilePack();
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
