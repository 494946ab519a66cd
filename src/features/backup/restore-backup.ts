import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { presentMasterKey } from "../../access/identity.ts";
import { writeSecretFile } from "../../access/secret-files.ts";
import { createVault } from "../../access/vault.ts";
import { ensureDataFolder, syncPath } from "../../base/data-folder.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Config } from "../../config.ts";
import type { Database, Queries } from "../../database/database.ts";
import { databaseFile } from "../../database/integrity.ts";
import { migrate } from "../../database/migrate.ts";
import { openDatabase } from "../../database/open.ts";
import { list, name, sql } from "../../database/sql.ts";
import { continueNumbers, readTableShapes, type TableShape } from "../../database/table-shapes.ts";
import { noteFormer } from "../../decisions/held.ts";
import { expireJournal } from "../../metering/credits/close-journal.ts";
import { createRecordTables, upgradeSchema } from "../../vehicles/imports/staging/record-tables.ts";
import type { BackupContents, BackupHeader, BackupTable } from "./backup-format.ts";
import { BackupReader, damaged } from "./backup-reader.ts";
import { leftOutSettings } from "./backup-tables.ts";
import type { PreviousInstallation } from "./previous-installation.ts";
import {
  beginRestore,
  endRestore,
  requireEmptyDatabase,
  requireEmptyFolder,
  restoredFrom,
  restoredSetting,
} from "./restore-place.ts";
import { readRows } from "./row-codec.ts";
import { compressQuickly, TableLoader } from "./table-loader.ts";

export interface RestoreTask {
  readonly config: Pick<
    Config,
    "dataDir" | "decisionsDir" | "databaseUrl" | "databasePooler" | "masterKey" | "migrations" | "stated"
  >;
  readonly file: string;
  readonly passphrase?: string | undefined;
  /** What is left of the installation that the backup is of; absent for a trial, which no service follows. */
  readonly former?: PreviousInstallation;
  /** `done` and `total` are bytes of the file. */
  readonly progress?: (progress: { stage: string; done: number; total: number }) => void;
}

export interface RestoreResult {
  readonly header: BackupHeader;
  readonly contents: BackupContents;
  readonly rows: number;
  /** Whether the installation's master key is here, from the backup or from before. */
  readonly hasMasterKey: boolean;
}

// No request waits for it.
const deadlineMs = 3_600_000;

/**
 * Restores a backup into an empty installation of either database. The file is verified before anything is written.
 * A restore that was interrupted can be repeated. Throws `OperatorError`.
 */
export async function restoreBackup(task: RestoreTask): Promise<RestoreResult> {
  const { config, file, passphrase, progress } = task;
  const reader = new BackupReader(file);
  try {
    requireKnownSchema(file, config, reader.header);
    requireEmptyFolder(config);
    reader.verify((done, total) => progress?.({ stage: "Verifying", done, total }));
    const contents = await reader.contents(passphrase);
    requireMasterKey(config, contents);
    requireKnownMigrations(file, config, contents);
    return await new Restore(task, reader, contents).run();
  } catch (error) {
    // Rows that its tables cannot have.
    if (error instanceof TypeError || error instanceof RangeError) throw damaged(file);
    throw error;
  } finally {
    reader.close();
  }
}

function requireKnownSchema(
  file: string,
  { migrations }: Pick<Config, "migrations">,
  { schema, program }: BackupHeader,
): void {
  if (migrations.some(({ id }) => id === schema)) return;
  throw new OperatorError(
    `${file} was made by a newer version of Vingate (${program}, schema ${schema}): restore it with that version or a later one`,
  );
}

/** A program without one of the features would leave out its tables. */
function requireKnownMigrations(
  file: string,
  { migrations }: Pick<Config, "migrations">,
  { migrations: made }: BackupContents,
): void {
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = made.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new OperatorError(
    `${file} has tables of a feature that this program does not have (migration ${unknown.join(", ")}): restore it with a program that has the feature`,
  );
}

function requireMasterKey(config: RestoreTask["config"], { master_key_check: check }: BackupContents): void {
  const present = presentMasterKey(config);
  if (check === null || !present || createVault(present).check === check) return;
  throw new OperatorError(
    "the master key here is not the one of the backup's installation: set VINGATE_MASTER_KEY to that one, or put its master.key into the data folder",
  );
}

class Restore {
  readonly #task: RestoreTask;
  readonly #reader: BackupReader;
  readonly #contents: BackupContents;

  constructor(task: RestoreTask, reader: BackupReader, contents: BackupContents) {
    this.#task = task;
    this.#reader = reader;
    this.#contents = contents;
  }

  async run(): Promise<RestoreResult> {
    const { config } = this.#task;
    const { header } = this.#reader;
    const contents = this.#contents;
    ensureDataFolder(config.dataDir);
    const target = databaseFile(config.dataDir);
    const unnamed = `${target}.restoring`;
    if (config.databaseUrl === undefined) {
      beginRestore(config, header.id);
      for (const end of ["", "-wal", "-shm"]) rmSync(unnamed + end, { force: true });
    }
    const db = await openDatabase({
      url: config.databaseUrl,
      pooler: config.databasePooler,
      file: unnamed,
      synchronous: "normal",
      deadlineMs,
      connectionsMax: 2,
    });
    try {
      if ((await restoredFrom(db)) !== header.id) await this.#load(db);
      await this.#finish(db);
    } finally {
      await db.close();
    }
    if (config.databaseUrl === undefined) {
      syncPath(unnamed);
      renameSync(unnamed, target);
    }
    await this.#keepMasterKey();
    this.#task.former?.takeOver();
    endRestore(config);
    const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
    return { header, contents, rows, hasMasterKey: presentMasterKey(config) !== undefined };
  }

  /** Creates the schema that the backup has, then loads it: on PostgreSQL all of it or nothing. */
  async #load(db: Database): Promise<void> {
    const { config } = this.#task;
    const made = new Set(this.#contents.migrations);
    await migrate(
      db,
      config.migrations.filter(({ id }) => made.has(id)),
    );
    await createRecordTables(db);
    if (db.dialect === "sqlite") return await this.#fill((work) => db.transaction(work));
    await db.transaction(
      async (tx) => {
        await requireEmptyDatabase(tx);
        beginRestore(config, this.#reader.header.id);
        await compressQuickly(tx);
        await this.#fill((work) => work(tx));
      },
      { deadlineMs },
    );
  }

  async #fill(change: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>): Promise<void> {
    const { tables, files } = this.#contents;
    const shapes = new Map((await change(readTableShapes)).map((shape) => [shape.name, shape]));
    for (const table of tables) requireColumns(table, shapes.get(table.name));
    await change(async (tx) => {
      for (const { name: table } of tables) await tx.run(sql`delete from ${name(table)}`);
    });
    const loaders = tables.map(({ name: table, columns }) => new TableLoader(shapes.get(table)!, columns));
    const counts = await this.#frames(change, loaders);
    tables.forEach(({ rows }, index) => {
      if (rows !== (counts.rows[index] ?? 0)) throw damaged(this.#task.file);
    });
    files.forEach(({ bytes }, index) => {
      if (bytes !== (counts.bytes[index] ?? 0)) throw damaged(this.#task.file);
    });
    await change(async (tx) => {
      for (const table of tables) await continueNumbers(tx, shapes.get(table.name)!, table.last_number);
      await tx.run(sql`delete from setting where name in (${list(leftOutSettings)})`);
      await tx.run(
        sql`insert into setting (name, value) values (${restoredSetting}, ${this.#reader.header.id})`,
      );
      if (this.#task.former) await noteFormer(tx, this.#task.former.state);
    });
  }

  async #frames(
    change: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>,
    loaders: readonly TableLoader[],
  ) {
    const { tables, files } = this.#contents;
    const counts = { rows: [] as number[], bytes: [] as number[] };
    const writers = new Map<number, FilePart>();
    let loading = Promise.resolve();
    for (;;) {
      const frame = this.#reader.next();
      if (frame.kind === "end") break;
      if (frame.kind === "contents") throw damaged(this.#task.file);
      const { index, bytes } = frame;
      if (frame.kind === "rows") {
        const rows = readRows(bytes, tables[index]!.columns.length);
        // The next frame is read while the database loads this one.
        const next = change((tx) => loaders[index]!.insert(tx, rows, bytes.length));
        next.catch(() => undefined);
        await loading;
        loading = next;
        counts.rows[index] = (counts.rows[index] ?? 0) + rows.length;
      } else {
        const part = writers.get(index) ?? this.#filePart(files[index]!.path);
        writers.set(index, part);
        writeSync(part.handle, bytes);
        counts.bytes[index] = (counts.bytes[index] ?? 0) + bytes.length;
      }
      const stage = (frame.kind === "rows" ? tables[index]?.name : files[index]?.path) ?? "";
      this.#task.progress?.({ stage, ...this.#reader.progress });
    }
    await loading;
    for (const { handle, path } of writers.values()) {
      fsyncSync(handle);
      closeSync(handle);
      renameSync(`${path}.restoring`, path);
    }
    return counts;
  }

  #filePart(path: string): FilePart {
    const folder = this.#task.config.dataDir;
    // A file of another maker could name a place outside.
    if (normalize(join("/", path)) !== `/${path}`) throw damaged(this.#task.file);
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    return { path: target, handle: openSync(`${target}.restoring`, "w", 0o600) };
  }

  /**
   * Applies migrations that the backup's program did not have, then ends the journals that were open: no process has
   * them, and their leases return to the balances. Calls that waited for ClickHouse no longer do.
   */
  async #finish(db: Database): Promise<void> {
    await upgradeSchema(db, this.#task.config.migrations);
    this.#task.progress?.({ stage: "Releasing leases", done: 1, total: 1 });
    const open = await db.all<{ journal_id: string; commit_count: number }>(
      sql`select journal_id, commit_count from journal where state = 'open'`,
    );
    for (const { journal_id, commit_count } of open)
      await expireJournal(db, journal_id, commit_count, Date.now());
    // Their files are not here, and nothing would ever send them.
    await db.run(sql`update journal set logged_seq = applied_seq where logged_seq < applied_seq`);
  }

  async #keepMasterKey(): Promise<void> {
    const { config } = this.#task;
    const { master_key: key } = this.#contents;
    if (key !== null && !presentMasterKey(config))
      await writeSecretFile(join(config.dataDir, "master.key"), `${key}\n`);
  }
}

interface FilePart {
  readonly path: string;
  readonly handle: number;
}

function requireColumns({ name: table, columns }: BackupTable, shape: TableShape | undefined): void {
  const missing = shape ? columns.filter((column) => !shape.columns.includes(column)) : columns;
  if (missing.length > 0)
    throw new OperatorError(
      `the backup has ${shape ? `the columns ${missing.join(", ")} of` : "the table"} ${table}, which this version of Vingate does not have`,
    );
}
