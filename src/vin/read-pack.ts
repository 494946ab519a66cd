import { readFile } from "node:fs/promises";
import { PackError } from "./pack/pack-format.ts";

/** What to do if a bundler left the pack behind. */
export const bundlerAdvice =
  "copy vin.pack of the package next to the bundle, or pass its bytes or place: openDecoder({ pack })";

/** The bytes of a file. Rejects with `PackError` if the file does not exist. */
export async function readPack(pack: string | URL): Promise<Uint8Array> {
  try {
    return await readFile(pack);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new PackError(`there are no VIN data at ${pack}; ${bundlerAdvice}`);
  }
}
