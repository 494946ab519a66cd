import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Glob } from "bun";
import manifest from "../../../package.json" with { type: "json" };
import { executableFile, isExecutable, programFile } from "../../base/program/place.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import { type TarFile, tarOf } from "./tar.ts";

/** A file that the service hands out, before it has a digest. */
export interface PackageFile {
  readonly name: string;
  readonly content: Blob;
}

const { version } = manifest;
const packPath = "library/dist/vin.pack";

/** The decoder as an npm package with the VIN data in use; undefined if `npm ci` has not built its code. */
export async function libraryPackage(pack: Pack): Promise<PackageFile | undefined> {
  if (!existsSync(programFile("library/dist/vin.js"))) return undefined;
  const paths = ["dist", "LICENSE", "NOTICE", "package.json"].map((path) => `library/${path}`);
  const files = [...(await readFiles(paths)), { path: packPath, bytes: pack.bytes }];
  const inside = files.map((file) => ({ ...file, path: file.path.replace(/^library\//, "") }));
  return { name: `vingate-vin-${version}.tgz`, content: await npmPackage(inside) };
}

/** This program: the executable as it is, otherwise an npm package with the VIN data in use. */
export async function programPackage(pack: Pack): Promise<PackageFile> {
  if (isExecutable)
    return { name: `vingate-${process.platform}-${process.arch}`, content: Bun.file(executableFile) };
  const isLeft = (path: string) => path.startsWith("!");
  const { files } = manifest;
  const chosen = ["package.json", "README.md", ...files.filter((path) => !isLeft(path))];
  const left = files.filter(isLeft).map((path) => path.slice(1));
  const all = await readFiles(chosen, left);
  const content = await npmPackage([...all, { path: packPath, bytes: pack.bytes }]);
  return { name: `vingate-${version}.tgz`, content };
}

/** The program's files at or below paths, without the VIN data and what matches a pattern of `left`. */
async function readFiles(paths: readonly string[], left: readonly string[] = []): Promise<TarFile[]> {
  const excluded = left.flatMap((pattern) => [new Glob(pattern), new Glob(`${pattern}/**`)]);
  const files: TarFile[] = [];
  for (const path of paths.flatMap(filesAt).sort()) {
    if (path === packPath || excluded.some((glob) => glob.match(path))) continue;
    files.push({ path, bytes: await readFile(programFile(path)), executable: path.startsWith("bin/") });
  }
  return files;
}

/** The files at or below a path of the program, by their paths. */
function filesAt(path: string): string[] {
  const place = programFile(path);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [path];
  return readdirSync(place).flatMap((name) => filesAt(`${path}/${name}`));
}

/** Compressed in the thread pool, in less than a second. */
async function npmPackage(files: readonly TarFile[]): Promise<Blob> {
  const archive = tarOf(files.map((file) => ({ ...file, path: `package/${file.path}` })));
  return new Blob([await promisify(gzip)(archive)]);
}
