import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { openVinPack, vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { builtPackFolder } from "../tools/compiled-pack.ts";

// Builds the package `@vingate/vin`: the decoder in one file for Node and one for browsers, its types, and the
// packaged VIN data. `npm pack` runs this. `bun library/build.ts PACK_FOLDER PACKAGE` takes a compiled pack from a
// folder, and builds in a copy of this one. `npm ci` runs it with `--without-data`: it compiles nothing, and a service
// adds the data in use to what it hands out.
const home = join(import.meta.dir, "..");
const isWithoutData = process.argv[2] === "--without-data";
const [, , compiled = builtPackFolder, folder = import.meta.dir] = isWithoutData ? [] : process.argv;
const target = join(folder, "dist");

/** What the browser build takes instead of modules that need Node. */
const browserModules = ["node:zlib", "./copies.ts", "./read-pack.ts"];
const browserModule = (path: string) =>
  join(import.meta.dir, "browser", path === "node:zlib" ? "crc32.ts" : basename(path));

async function bundle(name: string, platform: "node" | "browser"): Promise<void> {
  await Bun.build({
    entrypoints: [join(home, "src", "vin", "open-decoder.ts")],
    outdir: target,
    target: platform,
    format: "esm",
    naming: name,
    plugins: [
      {
        name: "browser modules",
        setup({ onResolve }) {
          if (platform === "browser")
            onResolve({ filter: /./ }, ({ path }) =>
              browserModules.includes(path) ? { path: browserModule(path) } : undefined,
            );
        },
      },
    ],
  });
}

/** Declarations name the files that a consumer has. */
async function emitTypes(folder: string): Promise<void> {
  const command = [join(home, "node_modules", ".bin", "tsc"), "-p", import.meta.dir, "--outDir", folder];
  const types = Bun.spawnSync(command, { stdio: ["ignore", "inherit", "inherit"] });
  if (types.exitCode !== 0) throw new Error("cannot build the library's types");
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const file = Bun.file(join(folder, name));
    await file.write((await file.text()).replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await bundle("vin.js", "node");
await bundle("vin.browser.js", "browser");
await emitTypes(join(target, "types"));
if (!isWithoutData) {
  await openVinPack(compiled);
  await copyFile(vinPackFile(compiled), join(target, "vin.pack"));
}
for (const name of ["LICENSE", "NOTICE"]) await copyFile(join(home, name), join(folder, name));
