import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readMasterKey } from "../../../src/access/identity.ts";
import { loadConfig } from "../../../src/config.ts";
import { useVinPack } from "../../../src/vehicles/imports/vpic/import-pack.ts";
import { featureParts } from "../../feature-parts.ts";

// Changes files that replace others, and prints what is done. Run under strace.
const dataDir = process.argv[2]!;
const say = (line: string) => void appendFileSync(1, `${line}\n`);
const config = loadConfig({ VINGATE_DATA_DIR: dataDir }, []);

say(`key ${Buffer.from(await readMasterKey(config)).toString("hex")}`);

/** A file as an import compiles and receives it: its content is on the disk. */
function made(name: string, content: string): string {
  const path = join(dataDir, name);
  const handle = openSync(path, "wx");
  writeSync(handle, content);
  fsyncSync(handle);
  closeSync(handle);
  return path;
}

mkdirSync(join(dataDir, "uploads"));
for (let version = 1; version <= 4; version++) {
  const content = `${version}\n`.repeat(5000);
  const candidate = made(`candidate.${version}`, content);
  const dump = made(`uploads/dump.${version}`, content);
  await useVinPack(dataDir, { candidate, dump, repeated: false });
  say(`pack ${version}`);
}

type Part = { replaceFiles(dataDir: string, say: (line: string) => void): Promise<void> };
for (const { replaceFiles } of await featureParts<Part>("replaced-files.ts"))
  await replaceFiles(dataDir, say);
