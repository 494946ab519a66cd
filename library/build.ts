import { copyFile, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVinPack, vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { FORMAT_VERSION } from "../src/vin/pack/pack-format.ts";

// Builds the package `vingate/vin` for other projects: the decoder in one file for Node, its types, and the packaged VIN
// data. `npm pack` runs this; `bun library/build.ts FOLDER` takes a compiled pack from a folder.
const home = join(import.meta.dir, "..");
const target = join(import.meta.dir, "dist");
const compiled = process.argv[2] ?? join(tmpdir(), `vingate-library-pack-${FORMAT_VERSION}`);

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const built = await Bun.build({
  entrypoints: [join(home, "src", "vin", "open-decoder.ts")],
  outdir: target,
  target: "node",
  format: "esm",
  naming: "vin.js",
});
if (!built.success) throw new AggregateError(built.logs, "cannot build the library");
const types = Bun.spawnSync([join(home, "node_modules", ".bin", "tsc"), "-p", import.meta.dir], {
  stdio: ["ignore", "inherit", "inherit"],
});
if (types.exitCode !== 0) throw new Error("cannot build the library's types");
await openVinPack(compiled);
await copyFile(vinPackFile(compiled), join(target, "vin.pack"));
