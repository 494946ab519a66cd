import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMasterKey } from "../../src/access/identity.ts";
import { withExistingDatabase } from "../../src/cli/existing-database.ts";
import { loadConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";
import { features } from "../../src/features.ts";
import { closeApp, createApp } from "../../src/server/app.ts";
import { newFolder } from "../service-process.ts";
import { testPack } from "../vin/shared-pack.ts";

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = newFolder());
});
afterEach(() => remove());

const config = () => loadConfig({ VINGATE_DATA_DIR: folder, VINGATE_DEMO: "off" }, features);

async function start() {
  const vinPack = {
    value: await testPack(),
    progress: undefined,
    error: undefined,
    ended: Promise.resolve(),
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return createApp(config(), features, { vinPack, log });
}

/** An installation that has served calls and stopped. */
async function installed(): Promise<void> {
  const { app, firstRun } = await start();
  expect(firstRun).toBeDefined();
  await closeApp(app);
  // A journal that was not fully applied, as after a kill.
  mkdirSync(join(folder, "journal", "0".repeat(32)), { recursive: true });
}

const remedy = "restore the database from a backup, or set another VINGATE_DATA_DIR for a new installation";

test("refuses a missing or empty database next to journals", async () => {
  await installed();
  const [file, first] = [join(folder, "vingate.db"), readFileSync(join(folder, "first-run.json"), "utf8")];
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  const missing = `${file} is missing, but ${join(folder, "journal")} contains the journals of an installation: ${remedy}`;
  await expect(start()).rejects.toThrow(missing);
  expect(existsSync(file)).toBe(false);
  await expect(withExistingDatabase(config(), async () => undefined)).rejects.toThrow(missing);
  writeFileSync(file, "");
  await expect(start()).rejects.toThrow(missing.replace("is missing", "is empty"));
  await expect(withExistingDatabase(config(), async () => undefined)).rejects.toThrow("is empty");
  expect(readFileSync(join(folder, "first-run.json"), "utf8")).toBe(first);
}, 180_000);

test("refuses a missing database next to the first start's credentials", async () => {
  const { app } = await start();
  await closeApp(app);
  expect(readdirSync(join(folder, "journal"))).toEqual([]);
  const [file, first] = [join(folder, "vingate.db"), readFileSync(join(folder, "first-run.json"), "utf8")];
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  const missing = `${file} is missing, but ${join(folder, "first-run.json")} contains the credentials of an installation: ${remedy}`;
  await expect(start()).rejects.toThrow(missing);
  await expect(withExistingDatabase(config(), async () => undefined)).rejects.toThrow(missing);
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(join(folder, "first-run.json"), "utf8")).toBe(first);
}, 180_000);

test("refuses a database without accounts next to journals", async () => {
  mkdirSync(join(folder, "journal", "0".repeat(32)), { recursive: true });
  const db = await openDatabase({ url: undefined, file: join(folder, "vingate.db") });
  await db.run(sql`create table something (id integer)`);
  await db.close();
  await expect(start()).rejects.toThrow(`the database has no users, but ${folder} contains the journals`);
  expect(existsSync(join(folder, "first-run.json"))).toBe(false);
}, 180_000);

test("an interrupted first start is repeated", async () => {
  writeFileSync(join(folder, "first-run.json"), "{}", { mode: 0o600 });
  writeFileSync(join(folder, "master.key"), `${"a".repeat(64)}\n`, { mode: 0o600 });
  writeFileSync(join(folder, "vingate.db"), "");
  const { app, firstRun } = await start();
  expect(firstRun).toBeDefined();
  await closeApp(app);
}, 180_000);

test("secret files that others can read stop the start", async () => {
  await installed();
  for (const name of ["master.key", "first-run.json"]) {
    const path = join(folder, name);
    for (const mode of [0o640, 0o604]) {
      chmodSync(path, mode);
      const message = `${path} contains secrets and can be read or written by others; run: chmod 600 "${path}"`;
      await expect(start()).rejects.toThrow(message);
    }
    expect(Bun.spawnSync(["chmod", "600", path]).exitCode).toBe(0);
  }
  const { app, firstRun } = await start();
  expect(firstRun).toBeUndefined();
  await closeApp(app);
}, 180_000);

test("processes that start in one new folder have one master key", async () => {
  for (let round = 1; round <= 20; round += 1) {
    const keys = await Promise.all(Array.from({ length: 8 }, () => readMasterKey(config())));
    const kept = readFileSync(join(folder, "master.key"), "utf8").trim();
    expect(keys.map((key) => Buffer.from(key).toString("hex"))).toEqual(keys.map(() => kept));
    expect(readdirSync(folder).filter((name) => name.startsWith("master.key"))).toEqual(["master.key"]);
    rmSync(join(folder, "master.key"));
  }
});
