import { copyFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

// Builds the package `@vingate/verify`: the verifier in one file for Node, Bun and browsers, its types, and the command
// for Node. `npm pack` runs this. `bun verify/build.ts PACKAGE` builds in a copy of this folder.
const home = join(import.meta.dir, "..");
const [, , folder = import.meta.dir] = process.argv;
const target = join(folder, "dist");

async function bundle(name: string, platform: "browser" | "node"): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, "src", `${name}.ts`)],
    outdir: target,
    target: platform,
    format: "esm",
    naming: `${name}.js`,
  });
  if (!built.success) throw new AggregateError(built.logs, "cannot build the verifier");
}

/** Declarations name the files that a consumer has. */
async function emitTypes(to: string): Promise<void> {
  const command = [join(home, "node_modules", ".bin", "tsc"), "-p", import.meta.dir, "--outDir", to];
  const types = Bun.spawnSync(command, { stdio: ["ignore", "inherit", "inherit"] });
  if (types.exitCode !== 0) throw new Error("cannot build the verifier's types");
  for (const name of await readdir(to)) {
    const file = Bun.file(join(to, name));
    await file.write((await file.text()).replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

await rm(target, { recursive: true, force: true });
await bundle("index", "browser");
await bundle("command", "node");
await emitTypes(join(target, "types"));
for (const name of ["LICENSE", "NOTICE"]) await copyFile(join(home, name), join(folder, name));
