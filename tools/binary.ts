import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Glob } from "bun";
import { buildConsole } from "../src/server/console/console-build.ts";
import { consoleSource } from "../src/server/console/console-source.ts";
import { prepareDocument } from "../src/server/documents/document-build.ts";
import { shippedPack, vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { binaryFile, dataPaths, noteCurrent } from "./binary-sources.ts";
import { builtPackFolder, compiledPackFolder, compilePack } from "./compiled-pack.ts";

// `npm run build:binary [-- FILE]` makes dist/vingate, or the file: the program with its runtime, threads, console,
// guide, demo set and VIN data. It needs no other file, no Node and no network. It is for the system that it is made on.
const home = join(import.meta.dir, "..");
const [, , file = binaryFile] = process.argv;

/** The first one is what the executable runs. */
const scripts = ["src/main.ts", ...[...new Glob("src/**/*-{worker,script}.ts").scanSync(home)].sort()];

/** Copies what the program reads by `programFile` to the same paths in a folder. */
async function stageData(folder: string): Promise<void> {
  await buildConsole();
  if (builtPackFolder === compiledPackFolder) await compilePack();
  const document = relative(home, await prepareDocument());
  for (const path of [...dataPaths, `console/dist/${consoleSource()}`, document])
    cpSync(join(home, path), join(folder, path), { recursive: true });
  cpSync(vinPackFile(builtPackFolder), join(folder, relative(home, shippedPack)));
}

async function bundle(staged: string): Promise<void> {
  const options = [
    ["--compile", "--bytecode", "--format=esm", "--target=bun", "--splitting"],
    // Names stay, so that errors in the log name their functions.
    ["--minify-syntax", "--minify-whitespace"],
    // A folder in which it runs must not change what it does.
    ["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
    [`--root=${home}`, `--outfile=${file}`],
    // An embedded folder keeps its last name and the paths below it.
    readdirSync(staged).map((name) => `--asset=${name}`),
  ].flat();
  const entries = scripts.map((path) => join(home, path));
  const child = Bun.spawn([process.execPath, "build", ...options, ...entries], {
    cwd: staged,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if ((await child.exited) !== 0) throw new Error("the executable cannot be built");
  chmodSync(file, 0o755);
}

const staged = mkdtempSync(join(tmpdir(), "vingate-binary-"));
try {
  await stageData(staged);
  await bundle(staged);
  if (file === binaryFile) await noteCurrent();
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(0)} MB`);
} finally {
  rmSync(staged, { recursive: true, force: true });
}
