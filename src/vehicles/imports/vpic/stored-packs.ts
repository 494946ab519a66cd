import { existsSync, readFileSync } from "node:fs";
import { PackError, readMeta } from "../../../vin/pack/pack-format.ts";
import type { PackMeta } from "../../../vin/pack/pack-meta.ts";
import { former } from "./import-pack.ts";
import { shippedPack, vinPackFile } from "./vin-pack.ts";

/** The pack of a data folder, or the one that the package brings, and the one before its last import. */
export function storedPacks(dataDir: string): {
  readonly current: PackMeta | undefined;
  readonly former: PackMeta | undefined;
} {
  const file = vinPackFile(dataDir);
  return { current: storedPack(file) ?? storedPack(shippedPack), former: storedPack(former(file)) };
}

function storedPack(file: string): PackMeta | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readMeta(readFileSync(file)) as PackMeta;
  } catch (error) {
    // Another version of the program made it; it is compiled again when it is used.
    if (error instanceof PackError) return undefined;
    throw error;
  }
}
