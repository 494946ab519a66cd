import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { once } from "../../base/loading.ts";
import { scriptOutput } from "../../base/processes.ts";
import { isExecutable, programFile } from "../../base/program/place.ts";

/** The folder of the prepared document. Its name is the digest of the sources. */
export const preparedFolder = programFile("dist/openapi");

/** Far beyond what a busy machine takes. */
const makingMs = 5 * 60_000;

/** Nothing of the program. */
const left = /\.test\.ts$|^src\/features\/[^/]+\/(bench|test)\//;

/** A short digest of all that the document could be made of; undefined in the executable, which has no sources. */
export const documentSource = once(async (): Promise<string | undefined> => {
  if (isExecutable) return undefined;
  const home = programFile(".");
  const found = await Array.fromAsync(new Bun.Glob("src/**/*.{ts,json}").scan(home));
  // The versions of packages are in the manifest.
  const files = ["package.json", ...found.filter((file) => !left.test(file)).sort()];
  const texts = await Promise.all(files.map((file) => Bun.file(join(home, file)).bytes()));
  const digest = createHash("sha256").update(Bun.version);
  for (const [at, file] of files.entries()) digest.update(`\0${file}\0`).update(texts[at]!);
  return digest.digest("hex").slice(0, 16);
});

/** The document as JSON, made in a process of its own for the address `builtFor`. Takes more than a second. */
export async function makeDocument(): Promise<string> {
  const made = await scriptOutput("src/scripts/openapi-script.ts", [], { timeoutMs: makingMs });
  return new TextDecoder().decode(made);
}

/** The prepared document; undefined if there is none, or the sources have changed since. */
export async function preparedDocument(
  folder = preparedFolder,
  source = documentSource,
): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  const made = await source();
  const name = readdirSync(folder).find((one) =>
    made === undefined ? one.endsWith(".json") : one === `${made}.json`,
  );
  return name && Bun.file(join(folder, name)).text();
}

/** Makes the document of the present sources, unless it is there. Returns its path. */
export async function prepareDocument(folder = preparedFolder, make = makeDocument): Promise<string> {
  const name = `${await documentSource()}.json`;
  const file = join(folder, name);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const work = join(folder, `.work-${process.pid}`);
  try {
    await Bun.write(work, await make());
    for (const old of readdirSync(folder))
      if (old !== name && !old.startsWith(".work-")) rmSync(join(folder, old));
    renameSync(work, file);
  } finally {
    rmSync(work, { force: true });
  }
  return file;
}
