import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { openVinPack, vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { FORMAT_VERSION } from "../src/vin/pack/pack-format.ts";

const home = join(import.meta.dir, "..");

/** Where builds and tests keep what takes seconds to make. It belongs to the owner of the tree, unlike `/tmp`. */
export const cacheFolder = join(home, "node_modules/.cache/vingate");

/** Its sources, so that a change of the compiler compiles again. */
function packDigest(): string {
  const digest = createHash("sha256").update(String(FORMAT_VERSION));
  const parts = ["src/vin/{assigned,compile,pack}/**/*.ts", "src/vin/*.ts", "src/vehicles/imports/vpic/*.ts"];
  const files = parts.flatMap((part) => [...new Glob(part).scanSync(home)]);
  for (const file of files.filter((each) => !each.endsWith(".test.ts")).sort())
    digest.update(`\0${file}\0`).update(readFileSync(join(home, file)));
  return digest.digest("hex").slice(0, 12);
}

const prefix = "pack-";

/** The folder of the packaged VIN data's compiled pack. */
export const compiledPackFolder = join(cacheFolder, prefix + packDigest());

/** The environment variable by which a release names the folder of the pack that its builds contain. */
export const builtPackVariable = "RELEASED_VIN_DATA";

/** The folder of the pack that builds contain. */
export const builtPackFolder = process.env[builtPackVariable] ?? compiledPackFolder;

const staleMs = 24 * 3_600_000;

/** Compiles the packaged VIN data, if it was not done before. */
export async function compilePack(): ReturnType<typeof openVinPack> {
  if (!existsSync(compiledPackFolder)) removeStale();
  // Without force, a pack that the last release left in the clone would be taken.
  return openVinPack(compiledPackFolder, { force: !existsSync(vinPackFile(compiledPackFolder)) });
}

function removeStale(): void {
  if (!existsSync(cacheFolder)) return;
  for (const name of readdirSync(cacheFolder)) {
    const folder = join(cacheFolder, name);
    if (name.startsWith(prefix) && Date.now() - statSync(folder).mtimeMs > staleMs)
      rmSync(folder, { recursive: true, force: true });
  }
}
