import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { programFile } from "../../base/program/place.ts";

/** The console's package: its sources, and its builds in `dist/`. */
export const consoleFolder = programFile("console");

/** The folder of the builds. The name of each is the digest of its sources. */
export const builtFolder = join(consoleFolder, "dist");

/** The file name of a build's description. */
export const descriptionName = "build.json";

/** The address in the built HTML, in place of the service's. */
export const builtFor = "http://built.invalid";

/** One file of a build, by its name below `/console/`. */
export interface BuiltFile {
  readonly name: string;
  readonly type: string;
  /** Whether there are `.br` and `.gz` copies of it. */
  readonly compressed: boolean;
}

/** The files of a build, by what the page uses them for. */
export interface BuildDescription {
  readonly entry: string;
  readonly theme: string;
  readonly style: string;
  readonly icon: string;
  /** The script of the thread that reads barcodes, which has a policy of its own. */
  readonly barcodeWorker: string;
  /** Preloaded by the page. */
  readonly fonts: readonly string[];
  /** The first state of visitors' pages as HTML, by path; made for `builtFor`. */
  readonly html: Readonly<Record<string, string>>;
  readonly files: readonly BuiltFile[];
}

function filesBelow(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // Generated files hold types alone, of which a build contains nothing.
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".gen.ts"))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  );
}

/** A short digest of all sources of a build; undefined if only the build is installed. */
export function consoleSource(): string | undefined {
  const sources = join(consoleFolder, "src");
  if (!existsSync(sources)) return undefined;
  const digest = createHash("sha256").update(Bun.version);
  const rest = [join(consoleFolder, "package.json"), programFile("src/server/console/console-build.ts")];
  // The console's fields read numbers with it.
  const shared = filesBelow(programFile("src/base/reading"));
  for (const file of [...filesBelow(sources), ...shared, ...rest])
    digest.update(`\0${relative(consoleFolder, file).replaceAll(sep, "/")}\0`).update(readFileSync(file));
  return digest.digest("hex").slice(0, 16);
}
