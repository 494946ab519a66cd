import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "../../base/loading.ts";
import { programFile } from "../../base/program/place.ts";
import type { Context } from "../../calls/context.ts";
import { type StoredBody, storedBody } from "../../http/stored-body.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import { libraryPackage, type PackageFile, programPackage } from "./made-packages.ts";

/** A file that the service hands out. */
export interface Package {
  readonly name: string;
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly body: StoredBody;
}

const type = "application/octet-stream";

/** The clients and the verifier, as `tools/sdk/packages.ts` packed them. They are read once: they belong to the running version. */
let packed: readonly Package[] | undefined;

function readPacked(): Package[] {
  const folder = programFile("sdk/dist");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.map((name) => {
    const bytes = readFileSync(join(folder, name));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { name, sha256, sizeBytes: bytes.length, body: storedBody(type, bytes) };
  });
}

/** What `npm ci` packed. */
export function packedPackages(): readonly Package[] {
  packed ??= readPacked();
  return packed;
}

/** The library and the program by the VIN data that they contain. Each pair is made on its first request. */
const made = new WeakMap<Pack, () => Promise<readonly Package[]>>();

/** All packages. Waits for the VIN data, which two of them contain; without these only what `npm ci` packed. */
export async function allPackages({ vinPack }: Pick<Context, "vinPack">): Promise<readonly Package[]> {
  await vinPack.ended;
  const pack = vinPack.value;
  if (!pack) return packedPackages();
  if (!made.has(pack))
    made.set(
      pack,
      once(() => makePackages(pack)),
    );
  return [...packedPackages(), ...(await made.get(pack)!())];
}

async function makePackages(pack: Pack): Promise<Package[]> {
  const files = [await libraryPackage(pack), await programPackage(pack)];
  return await Promise.all(files.filter((file) => file !== undefined).map(describePackage));
}

async function describePackage({ name, content }: PackageFile): Promise<Package> {
  const sha256 = await digestOf(content);
  const body: StoredBody = { type, etag: `"${sha256.slice(0, 32)}"`, encodings: [], form: () => content };
  return { name, sha256, sizeBytes: content.size, body };
}

/** In parts, between which other requests are answered. */
async function digestOf(content: Blob): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of content.stream()) hash.update(part);
  return hash.digest("hex");
}

/** The name of a package without its version, under which it is found too. Wheels have none: pip reads their version. */
export function plainName(name: string): string {
  const version = name.endsWith(".tgz") ? name.search(/-\d/) : -1;
  return version < 0 ? name : `${name.slice(0, version)}.tgz`;
}

/** The package with a name, or with a name without a version. */
export const findPackage = (packages: readonly Package[], name: string): Package | undefined =>
  packages.find((one) => one.name === name || plainName(one.name) === name);

/** A text with the SHA-256 of each wheel whose address ends with `#sha256=…`. */
export const withDigests = (text: string): string =>
  text.replace(/(\/sdk\/([\w.-]+)#sha256=)…/g, (whole, address: string, name: string) => {
    const found = findPackage(packedPackages(), name);
    return found ? address + found.sha256 : whole;
  });
