import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Recorded answers and tables that may be in `../shared`; they are not part of the project. `npm test --
// --shared` runs the test files that import this one.

const missing = new Set<string>();

/** The path of a shared file. If it is absent: undefined, after one printed line. */
export function findSharedFile(name: string): string | undefined {
  const file = join(import.meta.dir, "../../shared", name);
  if (existsSync(file)) return file;
  if (!missing.has(name)) console.warn(`skipped: tests that need ../shared/${name}, which is absent`);
  missing.add(name);
  return undefined;
}

/** The recorded answers of a file by VIN or request; undefined if it is absent. */
export function recorded<T>(name: string): Record<string, T> | undefined {
  const file = findSharedFile(`data/vins/${name}`);
  return file === undefined
    ? undefined
    : (JSON.parse(readFileSync(file, "utf8")) as { vins: Record<string, T> }).vins;
}
