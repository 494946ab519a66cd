import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import { postgresMissing, startPostgres } from "../../../../test/postgres.ts";
import { createLog } from "../../../base/log.ts";
import { loadConfig } from "../../../config.ts";
import type { Database } from "../../../database/database.ts";
import { openDatabase } from "../../../database/open.ts";
import type { Dialect } from "../../../database/sql.ts";
import { sql } from "../../../database/sql.ts";
import { continueNumbers, lastNumber, readTableShapes } from "../../../database/table-shapes.ts";
import { features } from "../../../features.ts";
import { lostDatabase, unfinishedRestore } from "../../../management/system/lost-database.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import { upgradeSchema } from "../../../vehicles/imports/staging/record-tables.ts";
import { type BackupHeader, magic } from "../backup-format.ts";
import { leftOut, ownTables } from "../backup-tables.ts";
import { restoreBackup } from "../restore-backup.ts";
import { writeBackup } from "../write-backup.ts";
import { fillEveryTable, readEveryTable } from "./filled-database.ts";

const folder = mkdtempSync(join(tmpdir(), "vingate-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let places = 0;
const newPlace = () => join(folder, `place${++places}`);
const silent = createLog(Date.now, () => undefined);
const passphrase = "a passphrase of the tests";

/** An empty place for an installation of either database. */
async function emptyPlace(dialect: Dialect) {
  const url = dialect === "postgres" ? await (await startPostgres()).newDatabase() : undefined;
  const masterKey = "ab".repeat(32);
  return loadConfig(
    {
      VINGATE_DATA_DIR: newPlace(),
      ...(url !== undefined && { VINGATE_DATABASE_URL: url, VINGATE_MASTER_KEY: masterKey }),
    },
    features,
  );
}

async function opened<T>(config: Awaited<ReturnType<typeof emptyPlace>>, work: (db: Database) => Promise<T>) {
  const db = await openDatabase({ url: config.databaseUrl, file: join(config.dataDir, "vingate.db") });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Backs up a database that was opened from `kinds`. */
function backUp(db: Database, file: string, more: { passphrase?: string } = {}) {
  const config = loadConfig({ VINGATE_DATA_DIR: join(folder, "none"), VINGATE_DEMO: "off" }, features);
  return writeBackup({ db, config, file, log: silent, ...more });
}

for (const { dialect, missing, fresh } of kinds)
  describe.skipIf(missing)(`a backup of ${dialect}`, () => {
    let source: Awaited<ReturnType<typeof fresh>>;
    let db: Database;
    let before: Record<string, string[]>;
    const plain = newPlace();
    beforeAll(async () => {
      source = await fresh();
      db = await source.open();
      await upgradeSchema(db, migrations);
      await fillEveryTable(db);
      for (const shape of await readTableShapes(db))
        if (shape.identity) await db.transaction((tx) => continueNumbers(tx, shape, 9e12));
      before = await readEveryTable(db);
      await backUp(db, plain);
    });
    afterAll(() => source?.end());

    test("contains every table, or names it as left out with a reason", async () => {
      const present = (await readTableShapes(db)).map((table) => table.name).sort();
      expect([...ownTables(migrations), "migration"].sort()).toEqual(present);
      for (const table of Object.keys(leftOut)) expect(present).toContain(table);
      for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0);
    });

    for (const target of kinds)
      test.skipIf(target.missing)(`is restored into ${target.dialect} to the last value`, async () => {
        const config = await emptyPlace(target.dialect);
        const { header } = await restoreBackup({ config, file: plain });
        await opened(config, async (restored) => {
          const noted = JSON.stringify(["restored_backup", header.id]);
          const after = await readEveryTable(restored);
          expect(after.setting!.filter((row) => row === noted)).toEqual([noted]);
          after.setting = after.setting!.filter((row) => row !== noted);
          expect(after).toEqual(before);
          for (const shape of await readTableShapes(restored))
            if (shape.identity) expect(await lastNumber(restored, shape)).toBe(9e12);
          expect(await restored.all(sql`select id from migration order by id`)).toEqual(
            migrations.map(({ id }) => ({ id })),
          );
        });
      });
  });

test("a restore returns the credits of open journals to their balances", async () => {
  const source = await kinds[0]!.fresh();
  const db = await source.open();
  await upgradeSchema(db, migrations);
  await openJournal(db, { journalId: "1".repeat(32), node: "n", place: "", at: 1 });
  await db.run(sql`update journal set applied_seq = 25, logged_seq = 20`);
  await db.run(sql`
    insert into credit_balance (subscription_id, granted, remaining, used) values ('ada', 100, 40, 0)`);
  await db.run(sql`
    insert into credit_lease (journal_id, subscription_id, held, used) values (${"1".repeat(32)}, 'ada', 35, 25)`);
  const file = newPlace();
  await backUp(db, file);
  await source.end();
  const config = await emptyPlace("sqlite");
  await restoreBackup({ config, file });
  await opened(config, async (restored) => {
    const found = await restored.get(sql`
      select b.remaining, b.used, j.state, j.logged_seq, (select count(*) from credit_lease) as leases
      from credit_balance b, journal j`);
    expect(found).toEqual({ remaining: 75, used: 25, state: "expired", logged_seq: 25, leases: 0 });
  });
});

describe("a file that cannot be restored", () => {
  const whole = newPlace();
  const sealed = newPlace();
  beforeAll(async () => {
    const source = await kinds[0]!.fresh();
    const db = await source.open();
    await upgradeSchema(db, migrations);
    await fillEveryTable(db);
    await backUp(db, whole);
    await backUp(db, sealed, { passphrase });
    await source.end();
  });

  async function faultOf(file: string, secret?: string): Promise<string> {
    const config = await emptyPlace("sqlite");
    const error = await restoreBackup({ config, file, passphrase: secret }).catch((reason) => reason);
    expect(lostDatabase(config)).toBeUndefined();
    return (error as Error).message;
  }

  function altered(file: string, change: (copy: string) => void): string {
    const copy = newPlace();
    copyFileSync(file, copy);
    change(copy);
    return copy;
  }

  function withHeader(file: string, change: Partial<BackupHeader>): string {
    return altered(file, (copy) => {
      const bytes = readFileSync(copy);
      const from = magic.length + 4;
      const end = from + bytes.readUInt32LE(magic.length);
      const header = JSON.parse(bytes.toString("utf8", from, end)) as BackupHeader;
      const text = Buffer.from(JSON.stringify({ ...header, ...change }));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      writeFileSync(copy, Buffer.concat([magic, length, text, bytes.subarray(end)]));
    });
  }

  test("that is damaged, at any place", async () => {
    const size = readFileSync(whole).length;
    for (const share of [0.3, 0.6, 0.9]) {
      const file = altered(whole, (copy) => {
        const bytes = readFileSync(copy);
        bytes[Math.floor(size * share)]! ^= 1;
        writeFileSync(copy, bytes);
      });
      expect(await faultOf(file)).toBe(
        `${file} is damaged: it differs from what was written; copy it again or use another backup`,
      );
    }
  });

  test("that is cut off, at any place", async () => {
    const size = readFileSync(whole).length;
    for (const left of [size - 1, Math.floor(size / 2), 200, magic.length + 2]) {
      const file = altered(whole, (copy) => truncateSync(copy, left));
      expect(await faultOf(file)).toBe(
        `${file} is cut off: its end is missing; copy it again or use another backup`,
      );
    }
  });

  test("that is encrypted, without its passphrase", async () => {
    expect(await faultOf(sealed)).toBe(
      `${sealed} is encrypted: set VINGATE_BACKUP_PASSPHRASE or use --passphrase-file`,
    );
    expect(await faultOf(sealed, "another passphrase")).toBe(`the passphrase is not that of ${sealed}`);
    expect(readFileSync(sealed).includes("restored_backup")).toBe(false);
    const config = await emptyPlace("sqlite");
    expect((await restoreBackup({ config, file: sealed, passphrase })).rows).toBeGreaterThan(100);
  });

  test.each([
    { id: null },
    { made_at: "yesterday" },
    { program: { toString: 1 } },
    { schema: [] },
    { encryption: { kdf: "scrypt", cipher: "aes-256-gcm", n: 2 ** 40, r: 8, p: 1, salt: "" } },
    { encryption: 7 },
    { format: "1" },
  ])("whose header states %j", async (change) => {
    const file = withHeader(whole, change as unknown as Partial<BackupHeader>);
    expect(await faultOf(file)).toBe(
      `${file} is damaged: it differs from what was written; copy it again or use another backup`,
    );
  });

  test("that is of a newer version", async () => {
    const format = withHeader(whole, { format: 2, program: "9.0.0" });
    expect(await faultOf(format)).toBe(
      `${format} was made by a newer version of Vingate (9.0.0): restore it with that version or a later one`,
    );
    const schema = withHeader(whole, { schema: "9999-later", program: "9.0.0" });
    expect(await faultOf(schema)).toBe(
      `${schema} was made by a newer version of Vingate (9.0.0, schema 9999-later): restore it with that version or a later one`,
    );
  });

  test("that has tables of a feature that the program lacks", async () => {
    const config = await emptyPlace("sqlite");
    const lacking = migrations.filter(({ id }) => id !== "0015-comparisons");
    const restored = restoreBackup({ config: { ...config, migrations: lacking }, file: whole });
    expect(await restored.catch((error: Error) => error.message)).toBe(
      `${whole} has tables of a feature that this program does not have (migration 0015-comparisons): restore it with a program that has the feature`,
    );
    expect(lostDatabase(config)).toBeUndefined();
  });

  test("that is no backup", async () => {
    const file = newPlace();
    writeFileSync(file, "SQLite format 3");
    expect(await faultOf(file)).toBe(`${file} is not a backup of Vingate`);
  });

  test("into an installation that is in use", async () => {
    const config = await emptyPlace("sqlite");
    await restoreBackup({ config, file: whole });
    const again = await restoreBackup({ config, file: whole }).catch((error) => error.message);
    expect(again).toBe(
      `${join(config.dataDir, "vingate.db")} is an installation's: restore into an empty folder (VINGATE_DATA_DIR)`,
    );
  });

  test.skipIf(postgresMissing() !== undefined)("into a PostgreSQL database that is in use", async () => {
    const config = await emptyPlace("postgres");
    await opened(config, async (db) => {
      await upgradeSchema(db, migrations);
      await db.run(sql`insert into setting (name, value) values ('client_token', 'vgc')`);
    });
    const fault = await restoreBackup({ config, file: whole }).catch((error) => error.message);
    expect(fault).toBe("the database is in use: restore into an empty one, or into an empty data folder");
    expect(lostDatabase(config)).toBeUndefined();
  });

  test("no service starts where a restore has not ended, and it can be repeated", async () => {
    const config = await emptyPlace("sqlite");
    await restoreBackup({ config, file: whole });
    rmSync(join(config.dataDir, "vingate.db"));
    writeFileSync(unfinishedRestore(config), "");
    expect(lostDatabase(config)).toBe(
      `the restore into ${config.dataDir} has not ended: run vingate restore with the same file again, or empty the folder`,
    );
    await restoreBackup({ config, file: whole });
    expect(lostDatabase(config)).toBeUndefined();
  });
});
