import { existsSync, readdirSync } from "node:fs";
import { relative } from "node:path";
import { former } from "./import-pack.ts";
import { storedPacks } from "./stored-packs.ts";
import { dumpFolder, partialEnd, vinPackFile } from "./vin-pack.ts";
import { vpicName } from "./vpic-name.ts";

/**
 * The files of the decoder's data that an import has put into a data folder, relative to it: packs and dumps, with
 * those kept for a rollback. A pack of the packaged data is not among them: it is compiled again.
 */
export function importedPackFiles(dataDir: string): string[] {
  const pack = vinPackFile(dataDir);
  const { current } = storedPacks(dataDir);
  const packs = [...(current?.source === vpicName ? [pack] : []), former(pack)];
  const folders = [dumpFolder(dataDir), former(dumpFolder(dataDir))].filter((folder) => existsSync(folder));
  const dumps = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => !name.endsWith(partialEnd))
      .map((name) => `${folder}/${name}`),
  );
  return [...packs.filter((file) => existsSync(file)), ...dumps].map((file) => relative(dataDir, file));
}
