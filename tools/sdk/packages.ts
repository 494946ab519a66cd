import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { runCommand } from "../release/run-command.ts";

// `bun tools/sdk/packages.ts [FOLDER]` packs both clients and the verifier into sdk/dist/, from where the service hands
// them out. `npm ci` and `npm run sdk` run this. The wheel is written here, so that an installation needs no Python.
const home = join(import.meta.dir, "..", "..");
const sdk = join(home, "sdk");
const folder = process.argv[2] ?? join(sdk, "dist");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await packFor(join(sdk, "typescript"), ["package.json", "README.md"]);
await packFor(join(home, "verify"), ["package.json", "README.md", "bin.js"]);
const { name, bytes } = await wheel();
writeFileSync(join(folder, name), bytes);

/** The npm package of a folder with a `build.ts`, built in a copy of its own `files`. */
async function packFor(source: string, files: readonly string[]): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "vingate-packages-"));
  try {
    for (const file of files) copyFileSync(join(source, file), join(work, file));
    await runCommand(work, [process.execPath, join(source, "build.ts"), work]);
    await runCommand(work, ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Project {
  readonly name: string;
  readonly description: string;
  readonly "requires-python": string;
  readonly license: { readonly text: string };
  readonly keywords: readonly string[];
  readonly classifiers: readonly string[];
  readonly dependencies: readonly string[];
}

/** The Python client as a wheel (PEP 427) with the metadata of its pyproject.toml. */
async function wheel(): Promise<{ name: string; bytes: Uint8Array }> {
  const python = join(sdk, "python");
  const { project } = (await import(join(python, "pyproject.toml"))).default as { project: Project };
  const source = join(python, "src", project.name);
  const version = /__version__ = "([^"]+)"/.exec(readFileSync(join(source, "_version.py"), "utf8"))?.[1];
  if (version === undefined) throw new Error("_version.py states no version");
  const stem = `${project.name}-${version}`;
  const info = `${stem}.dist-info`;
  const metadata = [
    "Metadata-Version: 2.1",
    `Name: ${project.name}`,
    `Version: ${version}`,
    `Summary: ${project.description}`,
    `Keywords: ${project.keywords.join(",")}`,
    `License: ${project.license.text}`,
    ...project.classifiers.map((one) => `Classifier: ${one}`),
    `Requires-Python: ${project["requires-python"]}`,
    ...project.dependencies.map((one) => `Requires-Dist: ${one}`),
    "Description-Content-Type: text/markdown",
    "",
    readFileSync(join(python, "README.md"), "utf8"),
  ].join("\n");
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(source).sort())
    if (/\.(py|typed)$/.test(name)) files.set(`${project.name}/${name}`, readFileSync(join(source, name)));
  files.set(`${info}/METADATA`, Buffer.from(metadata));
  files.set(
    `${info}/WHEEL`,
    Buffer.from("Wheel-Version: 1.0\nGenerator: vingate\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
  );
  for (const name of ["LICENSE", "NOTICE"])
    files.set(`${info}/licenses/${name}`, readFileSync(join(home, name)));
  const record = [...files].map(([path, bytes]) => {
    const digest = createHash("sha256").update(bytes).digest("base64url");
    return `${path},sha256=${digest},${bytes.length}`;
  });
  files.set(`${info}/RECORD`, Buffer.from([...record, `${info}/RECORD,,`, ""].join("\n")));
  // One time for all files: packages of one source are equal, byte by byte.
  const options = { mtime: new Date(1980, 0, 1), level: 9 } as const;
  return { name: `${stem}-py3-none-any.whl`, bytes: zipSync(Object.fromEntries(files), options) };
}
