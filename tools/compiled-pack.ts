import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { openVinPack } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { FORMAT_VERSION } from "../src/vin/pack/pack-format.ts";

const home = join(import.meta.dir, "..");

/** Where builds and tests keep what takes seconds to make. It belongs to the owner of the tree, unlike `/tmp`. */
export const cacheFolder = join(home, "node_modules/.cache/vingate");

/** Its sources, so that a change of the compiler compiles again. */
function packDigest(): string {
  const digest = createHash("sha256").update(String(FORMAT_VERSION));
  const files = [...new Glob("src/{vin/pack,vehicles/imports/vpic}/**/*.ts").scanSync(home)];
  for (const file of files.filter((each) => !each.endsWith(".test.ts")).sort())
    digest.update(`\0${file}\0`).update(readFileSync(join(home, file)));
  return digest.digest("hex").slice(0, 12);
}

const prefix = "pack-";

/** The folder of the packaged VIN data's compiled pack. */
export const compiledPackFolder = join(cacheFolder, prefix + packDigest());

const staleMs = 24 * 3_600_000;

/** Compiles the packaged VIN data, if it was not done before. */
export async function compilePack(): ReturnType<typeof openVinPack> {
  if (!existsSync(compiledPackFolder)) removeStale();
  return openVinPack(compiledPackFolder);
}

function removeStale(): void {
  if (!existsSync(cacheFolder)) return;
  for (const name of readdirSync(cacheFolder)) {
    const folder = join(cacheFolder, name);
    if (name.startsWith(prefix) && Date.now() - statSync(folder).mtimeMs > staleMs)
      rmSync(folder, { recursive: true, force: true });
  }
}
