import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/database/database.ts";
import { type DatabaseOptions, openDatabase } from "../../src/database/open.ts";
import type { Dialect } from "../../src/database/sql.ts";
import { upgradeSchema } from "../../src/vehicles/imports/staging/record-tables.ts";
import { postgresMissing, startPostgres } from "../postgres.ts";
import { migrations } from "./migrations.ts";

/** An empty database that several connections or processes can open. */
export interface Fresh {
  readonly options: DatabaseOptions;
  /** Opens it again; `end` closes the result too. */
  open(more?: DatabaseOptions): Promise<Database>;
  end(): Promise<void>;
}

export interface Kind {
  readonly dialect: Dialect;
  /** Whether this machine has no such server. */
  readonly missing: boolean;
  fresh(): Promise<Fresh>;
  /** The same with all tables, as a copy: the statements that make them take a tenth of a second, or half of one. */
  migrated(): Promise<Fresh>;
}

/** Both kinds: `describe.skipIf(kind.missing)(kind.dialect, …)`. */
export const kinds: readonly Kind[] = [
  { dialect: "sqlite", missing: false, fresh: freshSqlite, migrated: migratedSqlite },
  {
    dialect: "postgres",
    missing: postgresMissing() !== undefined,
    fresh: freshPostgres,
    migrated: migratedPostgres,
  },
];

/**
 * The embedded database alone: for processes, pages and formats of HTTP, which no statement decides. Their statements
 * have tests on both kinds.
 */
export const embedded: readonly Kind[] = kinds.slice(0, 1);

async function freshSqlite(): Promise<Fresh> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-test-"));
  const options: DatabaseOptions = { file: join(folder, "test.db"), synchronous: "normal" };
  return freshFrom(options, () => rmSync(folder, { recursive: true, force: true }));
}

async function freshPostgres(): Promise<Fresh> {
  const server = await startPostgres();
  const url = await server.newDatabase();
  return freshFrom({ url }, () => server.dropDatabase(url));
}

let image: Promise<Uint8Array> | undefined;

/** The bytes of a database file with all tables, made once by this process. */
async function migratedFile(): Promise<Uint8Array> {
  const fresh = await freshSqlite();
  try {
    // Its last connection leaves no log behind.
    await migrate(fresh.options);
    return readFileSync(fresh.options.file!);
  } finally {
    await fresh.end();
  }
}

async function migratedSqlite(): Promise<Fresh> {
  image ??= migratedFile();
  const bytes = await image;
  const fresh = await freshSqlite();
  writeFileSync(fresh.options.file!, bytes);
  return fresh;
}

async function migratedPostgres(): Promise<Fresh> {
  const server = await startPostgres();
  const url = await server.newDatabase(migrate);
  return freshFrom({ url }, () => server.dropDatabase(url));
}

async function migrate(options: DatabaseOptions): Promise<void> {
  const db = await openDatabase(options);
  await upgradeSchema(db, migrations);
  await db.close();
}

function freshFrom(options: DatabaseOptions, remove: () => void | Promise<void>): Fresh {
  const opened: Database[] = [];
  return {
    options,
    async open(more) {
      const db = await openDatabase({ ...options, ...more });
      opened.push(db);
      return db;
    },
    async end() {
      for (const db of opened) await db.close();
      await remove();
    },
  };
}
