import { createReadStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { uuidv7 } from "../../base/ids.ts";
import type { Log } from "../../base/log.ts";
import { OperatorError } from "../../base/operator-error.ts";
import { buildVersion } from "../../base/version.ts";
import type { Config } from "../../config.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { lastNumber, type TableShape } from "../../database/table-shapes.ts";
import { importedPackFiles } from "../../vehicles/imports/vpic/own-packs.ts";
import { type BackupContents, type BackupTable, formatNumber } from "./backup-format.ts";
import { backupTables } from "./backup-tables.ts";
import { BackupWriter } from "./backup-writer.ts";
import { type WaitConfig, waitUntilApplied } from "./journals-applied.ts";
import { newKeyMaking } from "./passphrase.ts";
import { RowWriter } from "./row-codec.ts";
import { countRows, readTable } from "./table-reader.ts";

/** What a backup is made of, and how. */
export interface BackupTask {
  readonly db: Database;
  readonly config: WaitConfig & Pick<Config, "migrations" | "stated">;
  /** Must not exist. */
  readonly file: string;
  readonly passphrase?: string | undefined;
  /** Becomes part of the backup. */
  readonly masterKey?: Uint8Array | undefined;
  readonly log: Log;
  readonly progress?: (progress: BackupProgress) => void;
}

/** `total` is an estimate while tables are read; both are bytes before compression. */
export interface BackupProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export interface BackupResult {
  readonly id: string;
  /** Milliseconds UTC: all calls answered before are in the backup. */
  readonly madeAt: number;
  readonly rows: number;
  readonly files: number;
  /** Before compression, and in the file. */
  readonly dataBytes: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

export const partialEnd = ".partial";
const fileBytes = 2 ** 20;
/** Until a table's rows are read. */
const rowBytesGuessed = 200;

/** Makes a backup beside a running service. The file has its name only when it is whole. */
export async function writeBackup(task: BackupTask): Promise<BackupResult> {
  const { db, config, file, passphrase } = task;
  if (existsSync(file)) throw new OperatorError(`${file} exists; name another file, or remove it`);
  const madeAt = Date.now();
  task.progress?.({ stage: "Waiting for the journals", done: 0, total: 1 });
  const warnings = await waitUntilApplied(db, config, task.log);
  const migrations = await db.all<{ id: string }>(sql`select id from migration order by id`);
  const header = {
    format: formatNumber,
    id: uuidv7(madeAt),
    made_at: madeAt,
    program: buildVersion,
    schema: migrations.at(-1)!.id,
    encryption: passphrase === undefined ? null : newKeyMaking(),
  };
  const partial = file + partialEnd;
  rmSync(partial, { force: true });
  const writer = await BackupWriter.create(partial, header, passphrase);
  try {
    const written = await new Backup(task, writer).write(migrations.map(({ id }) => id));
    const sha256 = await writer.end();
    renameSync(partial, file);
    const seconds = (Date.now() - madeAt) / 1000;
    return { id: header.id, madeAt, ...written, bytes: writer.bytes, sha256, seconds, warnings };
  } catch (error) {
    await writer.abandon().catch(() => undefined);
    rmSync(partial, { force: true });
    throw error;
  }
}

interface Written {
  readonly rows: number;
  readonly files: number;
  readonly dataBytes: number;
}

class Backup {
  readonly #task: BackupTask;
  readonly #writer: BackupWriter;
  readonly #rows = new RowWriter();
  /** The data of tables and files before compression, and an estimate of the rest. */
  #done = 0;
  #left = 0;

  constructor(task: BackupTask, writer: BackupWriter) {
    this.#task = task;
    this.#writer = writer;
  }

  async write(migrations: readonly string[]): Promise<Written> {
    const { db, config } = this.#task;
    const files = importedPackFiles(config.dataDir).map((path) => {
      return { path, bytes: statSync(join(config.dataDir, path)).size };
    });
    const rows = await db.transaction(
      async (tx) => {
        const shapes = await backupTables(tx, this.#task.config.migrations);
        const tables = await this.#counted(tx, shapes);
        const contents: BackupContents = {
          dialect: tx.dialect,
          migrations,
          tables,
          files,
          settings: settingsOf(config),
          master_key_check: await masterKeyCheck(tx),
          master_key: this.#task.masterKey ? Buffer.from(this.#task.masterKey).toString("hex") : null,
        };
        await this.#writer.contents(contents);
        for (const [index, shape] of shapes.entries())
          await this.#table(tx, shape, index, tables[index]!.rows);
        return tables.reduce((sum, table) => sum + table.rows, 0);
      },
      { snapshot: true },
    );
    for (const [index, { path, bytes }] of files.entries()) await this.#file(index, path, bytes);
    return { rows, files: files.length, dataBytes: this.#done };
  }

  async #counted(tx: Queries, shapes: readonly TableShape[]): Promise<BackupTable[]> {
    const tables: BackupTable[] = [];
    for (const shape of shapes) {
      const rows = await countRows(tx, shape);
      this.#left += rows * rowBytesGuessed;
      const number = shape.identity === undefined ? 0 : await lastNumber(tx, shape);
      tables.push({ name: shape.name, columns: shape.columns, rows, last_number: number });
    }
    return tables;
  }

  async #table(tx: Queries, shape: TableShape, index: number, rows: number): Promise<void> {
    const left = this.#left - rows * rowBytesGuessed;
    let bytes = 0;
    let read = 0;
    for await (const batch of readTable(tx, shape, () => bytes)) {
      for (const row of batch) this.#rows.add(row, shape.columns);
      const frame = this.#rows.take();
      bytes += frame.length;
      read += batch.length;
      this.#done += frame.length;
      await this.#writer.frame("rows", index, frame);
      this.#left = left + (rows - read) * (bytes / read);
      this.#report(shape.name);
    }
    this.#left = left;
    if (read !== rows) throw new Error(`${shape.name} has ${read} rows in place of ${rows}`);
  }

  async #file(index: number, path: string, bytes: number): Promise<void> {
    let read = 0;
    for await (const piece of createReadStream(join(this.#task.config.dataDir, path), {
      highWaterMark: fileBytes,
    })) {
      read += piece.length;
      this.#done += piece.length;
      await this.#writer.frame("file", index, piece);
      this.#report(path);
    }
    if (read !== bytes) throw new OperatorError(`${path} was replaced during the backup; make it again`);
  }

  #report(stage: string): void {
    this.#task.progress?.({ stage, done: this.#done, total: this.#done + this.#left });
  }
}

function settingsOf({ stated }: Pick<Config, "stated">): BackupContents["settings"] {
  return Object.fromEntries(
    stated.filter(({ source }) => source !== "default").map(({ name, value }) => [name, value]),
  );
}

async function masterKeyCheck(tx: Queries): Promise<string | null> {
  const row = await tx.get<{ value: string }>(sql`select value from setting where name = 'master_key_check'`);
  return row?.value ?? null;
}
