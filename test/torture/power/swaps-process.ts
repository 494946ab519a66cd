import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readMasterKey } from "../../../src/access/identity.ts";
import { loadConfig } from "../../../src/config.ts";
import type { Queries } from "../../../src/database/database.ts";
import { SignedDays } from "../../../src/features/proof/days/signed-days.ts";
import { useVinPack } from "../../../src/vehicles/imports/vpic/import-pack.ts";

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

const days: { day: string; digest: string }[] = [];
const db = { dialect: "sqlite", all: async () => days.slice(-1) } as unknown as Queries;
for (let day = 1; day <= 4; day++) {
  days.push({ day: `2026-01-0${day}`, digest: "d".repeat(700) + day });
  await new SignedDays(dataDir).sign(db, 1, Date.now());
  say(`day ${day}`);
}
