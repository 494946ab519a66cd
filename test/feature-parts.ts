import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");

/** What a file of this name exports in the folder `test` of each feature that has one, in the order of their names. */
export function featureParts<T>(file: string): Promise<T[]> {
  const files = [...new Glob(`src/features/*/test/${file}`).scanSync(root)].sort();
  return Promise.all(files.map(async (path) => (await import(join(root, path))) as T));
}
