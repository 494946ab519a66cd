import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const home = join(import.meta.dir, "..");

/** The executable of this tree. */
export const binaryFile = join(home, "dist", "vingate");

/** The digest of the sources of that executable. */
const digestFile = `${binaryFile}.sources`;

/** Folders and files that the program reads by `programFile` beside the console's build. */
export const dataPaths = [
  ...["demo", "docs/guide", "sdk/dist", "vendor/paper"],
  ...["dist", "LICENSE", "NOTICE", "package.json"].map((name) => `library/${name}`),
];

/** What an executable is made of. Packages are those of the lock file. */
const sources = [
  "package-lock.json",
  "package.json",
  "tools/binary.ts",
  "{src,library}/**/*",
  "console/src/**/*",
];
const left = /\.test\.tsx?$|^src\/features\/[^/]+\/(bench|test)\/|\.gen\.ts$|^library\/dist\//;

async function sourcesDigest(): Promise<string> {
  const digest = createHash("sha256").update(Bun.version);
  const patterns = [...sources, ...dataPaths.map((folder) => `${folder}/**/*`)];
  const files = patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(home)]);
  for (const file of [...new Set(files)].sort())
    if (!left.test(file)) digest.update(`\0${file}\0`).update(readFileSync(join(home, file)));
  return digest.digest("hex");
}

/** Whether the executable was built from the present sources. */
export async function isCurrent(): Promise<boolean> {
  return (
    existsSync(binaryFile) &&
    existsSync(digestFile) &&
    readFileSync(digestFile, "utf8") === (await sourcesDigest())
  );
}

/** Notes that the executable is of the present sources. */
export async function noteCurrent(): Promise<void> {
  writeFileSync(digestFile, await sourcesDigest());
}
