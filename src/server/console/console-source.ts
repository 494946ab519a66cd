import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The console's package: what it is built from, and in `dist/` what was built. */
export const consoleFolder = join(import.meta.dir, "..", "..", "..", "console");

/** Where builds are, each in a folder that is named for what it was built from. */
export const builtFolder = join(consoleFolder, "dist");

/** What a build's own description is called. */
export const descriptionName = "build.json";

/** One file of a build, as the browser asks for it below `/console/`. */
export interface BuiltFile {
  readonly name: string;
  readonly type: string;
  /** Whether `.br` and `.gz` copies lie beside it. */
  readonly compressed: boolean;
}

/** What the page needs to know of a build. */
export interface BuildDescription {
  readonly entry: string;
  readonly theme: string;
  readonly style: string;
  readonly icon: string;
  /** The page at `/docs`: Swagger UI as its makers built it, how it looks, and what starts it. */
  readonly swagger: { readonly script: string; readonly style: string; readonly start: string };
  /** Fetched before the scripts ask for them. */
  readonly fonts: readonly string[];
  readonly files: readonly BuiltFile[];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A short digest of all that a build is made from; undefined where an installation has the build alone. */
export function consoleSource(): string | undefined {
  const sources = join(consoleFolder, "src");
  if (!existsSync(sources)) return undefined;
  const digest = createHash("sha256").update(Bun.version);
  const rest = [join(consoleFolder, "package.json"), join(import.meta.dir, "console-build.ts")];
  for (const file of [...filesBelow(sources), ...rest])
    digest.update(`\0${relative(consoleFolder, file).replaceAll(sep, "/")}\0`).update(readFileSync(file));
  return digest.digest("hex").slice(0, 16);
}
